// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <vector>

namespace spectrumd {

inline void append_text(std::string_view text, std::vector<std::byte>& out) {
  for (const char letter : text) out.push_back(static_cast<std::byte>(letter));
}

template <std::unsigned_integral Number>
void append_number(Number number, std::vector<std::byte>& out) {
  for (std::size_t i = 0; i < sizeof number; ++i) out.push_back(static_cast<std::byte>(number >> 8 * i & 255));
}

}  // namespace spectrumd
