// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "qpu/assembler/fault.h"
#include "qpu/assembler/part.h"
#include "qpu/instruction.h"

namespace qpu::assembly {

// One instruction, except for fields that depend on its address.
struct Packed {
  Instruction instruction;
  std::optional<std::int64_t> branch_target;  // of a relative branch
  bool relocated = false;                     // the immediate is an address
  std::optional<SourceFault> warning;         // for code that is valid but probably not intended
};

// Puts the parts into one word (reference 10.3, 10.4): which ALU, which register file, which port, which immediate.
// Throws SourceFault if the chip cannot do all of it at once.
Packed pack(const std::vector<Part>& parts);

}  // namespace qpu::assembly
