// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/settings.h"
#include "daemon/server/http/request.h"
#include "daemon/server/http/route.h"

namespace spectrumd {

// What a request may do: a token is asked for, and brought along, or not.
enum class Access { Read, Change };

// Codes of errors: of a request that is not what HTTP says, after which the connection is closed, since who knows where
// the next one begins; and of a guess.
inline constexpr const char* kBadRequest = "bad_request";
inline constexpr const char* kWrongToken = "wrong_token";

// Each of these throws RequestError for a request that is not let in.

// One that is not what HTTP says, and that proxies and libraries have been seen to understand differently (400, 411).
void check_form(const RequestHead& head);

// Only by an address or one of its names: a page elsewhere whose name was bent to this machine does not get in (421).
void check_host(const RequestHead& head, const ServerSettings& settings);

// A page from elsewhere may neither change anything nor open a WebSocket, nor ask for what costs the server much (403).
void check_origin(const RequestHead& head, const ServerSettings& settings);

// Likewise, where a browser sends no Origin but says that the request comes from another site (403).
void check_site(const RequestHead& head);

void check_content_type(const RequestHead& head);  // 415

// What stands behind "bearer." in the subprotocols that a client offers: how a browser brings a token for a WebSocket.
std::optional<std::string_view> offered_token(const RequestHead& head);

// Whether a token is set and the request brings it. Throws for a wrong one (401).
bool brings_token(const RequestHead& head, const ServerSettings& settings);

// The token, where one is set (401).
Access access_of(const RequestHead& head, const ServerSettings& settings);

// All of it, in the order that tells the least.
Access check_all(const RequestHead& head, const Route& route, const ServerSettings& settings);

}  // namespace spectrumd
