// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "gpufft/cpu/pair_plan.h"
#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/points_fft.h"
#include "gpufft/tables/aligned_floats.h"

namespace gpufft::cpu {

// Lengths that passes can do.
class PassesFft final : public PointsFft {
 public:
  PassesFft(const Target& target, std::size_t length);  // for which Plan::supports() holds

  void transform(ConstPoints in, Points out, Direction direction) override;
  void transform_lines(ConstPoints in, Points out, const Lines& lines, Direction direction) override;

 private:
  Plan plan_;
  AlignedFloats work_;
  std::optional<PairPlan> pair_;
};

}  // namespace gpufft::cpu
