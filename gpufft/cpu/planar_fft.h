// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "gpufft/cpu/planes.h"

namespace gpufft::cpu {

constexpr std::size_t kLongest = std::size_t{1} << 22;  // points; the tables of more would not fit a small Pi

// The forward transform of one length that everything in this backend is made of. Owns its memory, so that callers
// convert straight into it and read straight out of it.
template <typename Real>
class PlanarFft {
 public:
  virtual ~PlanarFft() = default;

  virtual Planes<Real> input() = 0;    // write `length` points here; they are gone after forward()
  virtual Planes<Real> forward() = 0;  // where the result lies until the next input is written
};

// Any length from 1 to kLongest: Stockham's transform where 2, 3 and 5 divide it down to 1, else Bluestein's.
std::unique_ptr<PlanarFft<float>> plan_planar_fft(std::size_t length);

}  // namespace gpufft::cpu
