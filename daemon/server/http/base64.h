// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace spectrumd {

std::string base64(std::span<const std::uint8_t> bytes);  // RFC 4648, section 4

// True if `text` is what base64() returns for exactly `bytes` bytes.
bool is_base64_of(std::string_view text, std::size_t bytes);

}  // namespace spectrumd
