// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daemon/server/http/route.h"

namespace spectrumd {

inline constexpr std::string_view kSubprotocol = "spectrum.v1";

// The server side of the opening handshake (RFC 6455, section 4.2). Throws RequestError for an invalid request; returns
// the headers of the answer.
std::vector<Header> websocket_headers(const RequestHead& head);

std::string websocket_accept(std::string_view key);  // what a server answers to the key of a client

Route websocket_route();  // as offered by HTTP

}  // namespace spectrumd
