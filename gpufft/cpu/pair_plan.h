// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cpu/plan.h"
#include "gpufft/tables/aligned_floats.h"

namespace gpufft::cpu {

// Two transforms of a plan at once, each in a half of vectors twice as wide. It does to every number what the plan for
// one does, so that results do not depend on who is done together with whom.
class PairPlan {
 public:
  // The kernels for it; null where the vectors of the plan are the widest already, or not full.
  static const Kernels* kernels_for(const Target& target, const Plan& one);

  PairPlan(const Kernels& kernels, const Plan& one);  // which outlives this

  void transform(PairIn in, PairOut out, bool swapped);

 private:
  const Kernels::Pair& kernels_;
  Passes passes_;
  AlignedFloats crossing_, work_;
};

}  // namespace gpufft::cpu
