// SPDX-License-Identifier: MIT
#pragma once

#include "qpu/emulator/lanes.h"

namespace qpu {

// An operation over all lanes; carry, if not null, becomes a mask (reference 3.2, 3.3). Requires TruncatingRounding.
using LaneOperation = void (*)(const Lanes& a, const Lanes& b, Lanes& result, Lanes* carry);

// Null for Nop and for the codes the reference reserves.
LaneOperation add_operation(AddOp op);
LaneOperation mul_operation(MulOp op);

// The QPU truncates (reference 3.2, U5), so this sets the calling thread's rounding mode for its lifetime.
class TruncatingRounding {
 public:
  TruncatingRounding();
  ~TruncatingRounding();
  TruncatingRounding(const TruncatingRounding&) = delete;
  TruncatingRounding& operator=(const TruncatingRounding&) = delete;

 private:
  int before_;
};

}  // namespace qpu
