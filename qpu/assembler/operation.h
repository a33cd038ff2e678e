// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "qpu/assembler/part.h"

namespace qpu::assembly {

// One way to do what a part says: on this side, by this operation, with these operands.
struct Operation {
  const Part* part = nullptr;
  bool on_mul = false;
  AddOp add_op = AddOp::Nop;
  MulOp mul_op = MulOp::Nop;
  std::vector<Source> sources;
};

// All the ways, the usual ones first. Besides the obvious: `add x, y, 16` is also `sub x, y, -16`, and a number may be
// made of a small immediate by an operation on it (reference 10.3, 10.4).
std::vector<Operation> ways_to_do(const Part& part);

}  // namespace qpu::assembly
