// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace spectrumd {

// Without the blanks at both ends.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n") {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// What is between separators: one part more than there are of them.
inline std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

// The finite number that all of a text is, whatever the locale: without a unit, a suffix or blanks, as programs write
// numbers for each other. What people type is for parse_number.
template <class Number>
std::optional<Number> plain_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if constexpr (std::floating_point<Number>)
    if (!std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace spectrumd
