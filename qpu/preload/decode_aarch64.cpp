// SPDX-License-Identifier: MIT
#include "qpu/preload/access.h"

namespace qpu::preload {

namespace {

constexpr std::int64_t signed_field(std::uint32_t word, int bits, int low) {
  const auto value = static_cast<std::int64_t>(word >> low & ((1u << bits) - 1));
  return value >> (bits - 1) ? value - (std::int64_t{1} << bits) : value;
}

// ldr, str and relatives in all addressing modes.
std::optional<Access> single(std::uint32_t instruction) {
  if (instruction >> 26 & 1) return std::nullopt;  // vector registers
  const std::uint32_t operation = field(instruction, 23, 22);
  Access access{.kind = operation == 0 ? Access::Kind::Store : Access::Kind::Load, .length = 4};
  access.width = 1u << field(instruction, 31, 30);
  access.which[0] = static_cast<std::uint8_t>(field(instruction, 4, 0));
  access.sign_extends = operation >= 2;
  access.register_width = 8;                                          // writing the low half clears the upper one
  if (access.sign_extends && access.width == 8) return std::nullopt;  // prefetch
  if (operation == 3) access.register_width = 4;
  const bool unscaled = !(instruction >> 24 & 1), by_register = instruction >> 21 & 1;
  if (unscaled && by_register && field(instruction, 11, 10) != 2) return std::nullopt;
  if (unscaled && !by_register && (instruction >> 10 & 1)) {
    access.base = static_cast<std::uint8_t>(field(instruction, 9, 5));
    access.base_change = signed_field(instruction, 9, 12);
  }
  return access;
}

std::optional<Access> pair(std::uint32_t instruction) {
  const std::uint32_t size = field(instruction, 31, 30);
  if ((instruction >> 26 & 1) || size == 3) return std::nullopt;
  Access access{.kind = instruction >> 22 & 1 ? Access::Kind::Load : Access::Kind::Store, .length = 4};
  access.width = size == 2 ? 8 : 4;
  access.sign_extends = size == 1;
  access.register_width = 8;
  access.registers = 2;
  access.which[0] = static_cast<std::uint8_t>(field(instruction, 4, 0));
  access.which[1] = static_cast<std::uint8_t>(field(instruction, 14, 10));
  if (instruction >> 23 & 1) {
    access.base = static_cast<std::uint8_t>(field(instruction, 9, 5));
    access.base_change = signed_field(instruction, 7, 15) * static_cast<std::int64_t>(access.width);
  }
  return access;
}

}  // namespace

std::optional<Access> decode_aarch64(std::uint32_t instruction) {
  switch (field(instruction, 29, 27)) {
    case 0b111:
      return single(instruction);
    case 0b101:
      return pair(instruction);
    default:
      return std::nullopt;
  }
}

}  // namespace qpu::preload
