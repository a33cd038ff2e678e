// SPDX-License-Identifier: MIT
#pragma once

#include "qpu/emulator/lanes.h"

namespace qpu {

// The result of an unpack: floats, or integers of 16 bits signed and 8 bits unsigned (reference 2.13, 3.5).
std::uint32_t unpacked(Unpack unpack, bool to_float, std::uint32_t word);

// A result for register file A, merged into the register's value (reference 2.13, 3.4).
struct PackedResult {
  Pack pack;
  bool is_float;  // of an operation with a float result
  AddOp op;       // Add and Sub saturate differently; Nop for all others
  std::uint32_t a, b, result;
};
std::uint32_t packed(const PackedResult& source, std::uint32_t old);

// With pm set: a float result of MUL as a colour byte, merged into the target's value.
std::uint32_t colour_packed(Pack pack, std::uint32_t result, std::uint32_t old);

}  // namespace qpu
