// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

// The six bits which stand for a value on port B and, from 48 on, for a rotation of the MUL result (reference 2.12).
namespace qpu {

inline constexpr std::uint8_t kRotateByR5 = 48;
inline constexpr int kSmallImmediateCodes = 64;

// The value on port B, including codes 48 to 63.
std::uint32_t small_immediate_value(std::uint8_t code);

// The code from 0 to 47 for the value, without rotation; nullopt if there is none.
std::optional<std::uint8_t> small_immediate_code(std::uint32_t value);

// Whether the MUL result is rotated, by r5 or by an amount.
constexpr bool rotates(std::uint8_t code) { return code >= kRotateByR5; }

// 1 to 15 lanes towards higher lanes; nullopt if the code rotates by r5 or not at all.
constexpr std::optional<int> rotation_of(std::uint8_t code) {
  return code > kRotateByR5 ? std::optional(code - kRotateByR5) : std::nullopt;
}

// The code that moves lane i to lane i + lanes; lanes is 1 to 15.
constexpr std::uint8_t rotation_code(int lanes) { return static_cast<std::uint8_t>(kRotateByR5 + lanes); }

}  // namespace qpu
