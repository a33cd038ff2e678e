// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/points_fft.h"

namespace gpufft::cpu {

// Transforms of neighbouring columns of a grid, in place: each has a lane, so nothing moves between lanes.
class ColumnsFft {
 public:
  ColumnsFft(const Target& target, const Kernels& kernels, std::size_t rows);  // for which Plan::supports() holds

  std::size_t columns() const { return plan_.kernels().lanes; }  // at a time

  // `pitch` is from one row to the next.
  void transform(Points first_row_on, std::size_t pitch, Direction direction);

 private:
  Plan plan_;
  AlignedFloats work_;
};

}  // namespace gpufft::cpu
