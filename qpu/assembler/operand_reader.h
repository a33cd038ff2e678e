// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "qpu/assembler/expression.h"
#include "qpu/assembler/part.h"

namespace qpu::assembly {

struct Operand {
  Value value;
  std::uint32_t column = 0;
};

// "r0, ra1.16a, (1<<i)", up to a semicolon or the end.
std::vector<Operand> read_operands(Environment& environment, Cursor& cursor);

// The meaning of the operand in this position. Flags and rotations go to the part. Throw SourceFault.
Destination destination_of(const Operand& operand, Part& part);
Source source_of(const Operand& operand, Part& part);

// Registers of file A, and r4.
bool can_be_unpacked(const Register& place);

}  // namespace qpu::assembly
