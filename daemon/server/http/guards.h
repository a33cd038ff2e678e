// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/settings.h"
#include "daemon/server/http/request.h"
#include "daemon/server/http/route.h"
#include "daemon/server/own_names.h"
#include "daemon/users/door.h"

namespace spectrumd {

// Error codes: a malformed request, after which the connection is closed because the start of the next one is unknown;
// and a wrong token.
inline constexpr const char* kBadRequest = "bad_request";
inline constexpr const char* kWrongToken = "wrong_token";
inline constexpr const char* kRoleNeeded = "role_needed";  // the role of a user is too low

// Each of these throws RequestError to refuse a request.

// Malformed requests that proxies and libraries are known to interpret differently (400, 411).
void check_form(const RequestHead& head);

// The Host must be an address or a name of this server, which keeps out pages that use DNS rebinding (421). Any name
// will do for requests that need the token, which such a page does not have.
void check_host(const RequestHead& head, const ServerSettings& settings, const Door& door, OwnNames& own_names);

// A page from another origin may not change anything, open a WebSocket, or request what is expensive for the server
// (403).
void check_origin(const RequestHead& head, const ServerSettings& settings);

// The same if a browser sends no Origin but reports that the request is cross-site (403).
void check_site(const RequestHead& head);

void check_content_type(const RequestHead& head);  // 415

// Returns the token after "bearer." in the subprotocols that a client offers: how a browser passes a token for a
// WebSocket.
std::optional<std::string_view> offered_token(const RequestHead& head);

// The token of a request, where one is needed: that of the configuration or of a user.
enum class Token { Absent, Wrong, Right };
Token token_of(const RequestHead& head, const Door& door);

// Requires a token, unless anyone is let in (401). Where reading is public, a wrong one counts as none: a visitor who
// tried to tune can still read.
Caller caller_of(const RequestHead& head, const Door& door);

// True if opening the connection would say whether a guessed token is right, so that it has to wait as guesses do.
bool is_guess(const RequestHead& head, const Route& route, const Door& door);

void check_role(const Caller& caller, Role least);  // 403

// All checks, in the order that reveals the least.
Caller check_all(const RequestHead& head, const Route& route, const ServerSettings& settings, const Door& door);

}  // namespace spectrumd
