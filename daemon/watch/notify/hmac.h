// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace spectrumd {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view text);                                // FIPS 180-4
Sha256 hmac_sha256(std::string_view key, std::string_view message);  // RFC 2104
std::string hex_of(const Sha256& digest);

}  // namespace spectrumd
