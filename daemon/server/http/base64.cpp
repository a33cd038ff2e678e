// SPDX-License-Identifier: MIT
#include "daemon/server/http/base64.h"

#include <algorithm>

namespace spectrumd {

namespace {
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string base64(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (; !bytes.empty(); bytes = bytes.subspan(std::min<std::size_t>(3, bytes.size()))) {
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i) three = three << 8 | (i < bytes.size() ? bytes[i] : 0U);
    for (std::size_t i = 0; i < 4; ++i) text += i <= bytes.size() ? kDigits[three >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

bool is_base64_of(std::string_view text, std::size_t bytes) {
  const std::size_t padding = (3 - bytes % 3) % 3;
  if (text.size() != (bytes + 2) / 3 * 4 || !text.ends_with(std::string_view("==").substr(0, padding))) return false;
  const std::string_view digits = text.substr(0, text.size() - padding);
  if (digits.find_first_not_of(kDigits) != std::string_view::npos) return false;
  // Unused bits of the last digit must be zero.
  const std::size_t last = kDigits.find(digits.empty() ? 'A' : digits.back());
  return last % (std::size_t{1} << (2 * padding)) == 0;
}

}  // namespace spectrumd
