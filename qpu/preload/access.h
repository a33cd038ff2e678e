// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace qpu::preload {

// What one load or store instruction does, apart from its address, which is known from the trap.
struct Access {
  enum class Kind : std::uint8_t { Load, Store, StoreImmediate };
  Kind kind = Kind::Load;
  unsigned length = 0;                   // of the instruction, in bytes
  unsigned width = 4;                    // of one register's value in memory
  unsigned registers = 1;                // how many, one after the other in memory
  std::array<std::uint8_t, 16> which{};  // by their numbers in the instruction
  bool sign_extends = false;
  unsigned register_width = 4;  // effect of a load: 8 clears or fills the upper half too, 1 and 2 keep the rest
  std::uint64_t immediate = 0;
  std::optional<std::uint8_t> base = {};  // a base register that is changed as well, by
  std::int64_t base_change = 0;
};

// The bits high to low of an instruction.
constexpr std::uint32_t field(std::uint32_t word, int high, int low) {
  return word >> low & ((2u << (high - low)) - 1);
}

// Decodes the code at the program counter. nullopt unless it is a plain load or store of an integer. Pure
// functions, so that all can be tested on any machine.
std::optional<Access> decode_x86_64(const std::uint8_t* code);
std::optional<Access> decode_arm(std::uint32_t instruction);
std::optional<Access> decode_thumb(std::uint16_t first, std::uint16_t second);
std::optional<Access> decode_aarch64(std::uint32_t instruction);

}  // namespace qpu::preload
