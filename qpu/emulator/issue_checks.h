// SPDX-License-Identifier: MIT
#pragma once

#include "qpu/emulator/units.h"

// What is examined before an instruction is executed.
namespace qpu {

// Whether the instruction can issue now. Everything it may have to wait for is examined before it has any effect
// (reference appendix D), by the register fields alone: conditions do not matter (reference 4). If false, either the
// QPU's clock was advanced, or `waiting` says which event of another QPU it needs.
bool may_issue(QpuState& qpu, const Decoded& d, Units& units);

// Reports the rules of reference 4 that this instruction breaks as it executes. Call only if one of them may be broken.
void check_hazards(const QpuState& qpu, const Decoded& d, Units& units);

}  // namespace qpu
