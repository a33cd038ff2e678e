// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daemon/server/http/route.h"

namespace spectrumd {

inline constexpr std::string_view kSubprotocol = "spectrum.v1";

// The server's half of the opening of a WebSocket (RFC 6455, section 4.2). Throws RequestError for a request that does
// not ask for one as it should; gives the headers of the answer.
std::vector<Header> websocket_headers(const RequestHead& head);

Route websocket_route();  // how HTTP offers it

}  // namespace spectrumd
