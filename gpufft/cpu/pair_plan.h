// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cpu/plan.h"
#include "gpufft/tables/aligned_floats.h"

namespace gpufft::cpu {

// Two transforms of a plan at once, each in one half of vectors twice as wide. Does the same arithmetic as the plan for
// one, so results do not depend on which transforms are paired.
class PairPlan {
 public:
  // The kernels for it; null if the plan's vectors are already the widest, or not full.
  static const Kernels* kernels_for(const Target& target, const Plan& one);

  PairPlan(const Kernels& kernels, const Plan& one);  // `one` outlives this

  void transform(PairIn in, PairOut out, bool swapped);

 private:
  const Kernels::Pair& kernels_;
  Passes passes_;
  AlignedFloats crossing_, work_;
};

}  // namespace gpufft::cpu
