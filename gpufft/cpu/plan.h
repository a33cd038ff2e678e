// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "gpufft/cpu/kernels.h"
#include "gpufft/cpu/target.h"
#include "gpufft/planning/planner.h"
#include "gpufft/tables/aligned_floats.h"

namespace gpufft::cpu {

// The tables of a transform on one target, computed in double.
class Plan {
 public:
  Plan(const Target& target, std::size_t length, Ending ending = Ending::InPoints);  // for which supports() holds

  // A whole transform in each lane; likewise.
  Plan(const Target& target, const Kernels& kernels, std::size_t length);

  static bool supports(std::size_t length);  // 2, 3, 5, 7, 11 and 13 divide it down to 1

  // The cost of a single transform on this target, in the planner's units.
  static double cost_on(const Target& target, std::size_t length);  // for which supports() holds

  // Whether powers of this length are folded with full vectors: one-lane vectors do not count as full where wider ones
  // exist.
  static bool folds_well(const Target& target, std::size_t length);

  const Kernels& kernels() const { return *kernels_; }
  const Passes& passes() const { return passes_; }
  const Kernels::Crossing& crossing() const { return *crossing_; }  // for points, in several lanes
  const std::vector<std::size_t>& radices() const { return radices_; }

 private:
  void choose_steps(const Target& target, Ending ending);
  void make_crossing();
  void make_steps();

  const Kernels* kernels_;
  const Kernels::Crossing* crossing_ = nullptr;
  std::vector<std::size_t> radices_;  // of the steps
  std::vector<AlignedFloats> tables_;
  std::vector<Step> steps_;
  Passes passes_{};
};

}  // namespace gpufft::cpu
