// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daemon/server/http/request.h"

namespace spectrumd {

inline constexpr std::string_view kSubprotocol = "spectrum.v1";

// The server's half of the opening of a WebSocket (RFC 6455, section 4.2). Throws ApiError for a request that does not
// ask for one as it should; gives the headers of the answer.
std::vector<Header> websocket_headers(const RequestHead& head);

// What stands behind "bearer." in the subprotocols that a client offers: how a browser brings a token along.
std::optional<std::string_view> offered_token(const RequestHead& head);

}  // namespace spectrumd
