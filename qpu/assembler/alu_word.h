// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "qpu/assembler/destinations.h"
#include "qpu/assembler/fault.h"
#include "qpu/assembler/part.h"
#include "qpu/instruction.h"

namespace qpu::assembly {

struct AluWord {
  Instruction instruction;
  std::optional<SourceFault> warning;
};

// Up to two operations, a signal, and registers that are only read. Throws SourceFault if they do not fit together.
AluWord pack_alu(const std::vector<Part>& parts);

}  // namespace qpu::assembly
