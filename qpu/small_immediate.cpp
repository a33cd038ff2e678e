// SPDX-License-Identifier: MIT
#include "qpu/small_immediate.h"

namespace qpu {
namespace {

constexpr std::uint32_t kOne = 0x3f800000, kOne256th = 0x3b800000, kTwice = 0x00800000;  // floats, and a step of two

}  // namespace

std::uint32_t small_immediate_value(std::uint8_t code) {
  if (code < 16) return code;
  if (code < 32) return static_cast<std::uint32_t>(code - 32);
  if (code < 40) return kOne + (code - 32) * kTwice;
  if (code < 48) return kOne256th + (code - 40) * kTwice;
  return static_cast<std::uint32_t>(code - 64);
}

std::optional<std::uint8_t> small_immediate_code(std::uint32_t value) {
  for (std::uint8_t code = 0; code < kRotateByR5; ++code)
    if (small_immediate_value(code) == value) return code;
  return std::nullopt;
}

}  // namespace qpu
