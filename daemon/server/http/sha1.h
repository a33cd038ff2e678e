// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace spectrumd {

// SHA-1 (RFC 3174). Broken as a signature; the WebSocket handshake requires it.
std::array<std::uint8_t, 20> sha1(std::string_view message);

}  // namespace spectrumd
