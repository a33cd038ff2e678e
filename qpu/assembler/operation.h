// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "qpu/assembler/part.h"

namespace qpu::assembly {

// One way to encode a part: on this side, by this operation, with these operands.
struct Operation {
  const Part* part = nullptr;
  bool on_mul = false;
  AddOp add_op = AddOp::Nop;
  MulOp mul_op = MulOp::Nop;
  std::vector<Source> sources;
};

// All encodings, the usual ones first. Less obvious: `add x, y, 16` is also `sub x, y, -16`, and a number may be
// computed from a small immediate (reference 10.3, 10.4).
std::vector<Operation> ways_to_do(const Part& part);

}  // namespace qpu::assembly
