// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "gpufft/cpu/stockham.h"

namespace gpufft::cpu {

// Any length, large primes included: with nk = (n^2 + k^2 - (k - n)^2) / 2 the transform becomes a convolution with a
// chirp, and that is done with transforms of a power of two.
class Bluestein final : public PlanarFft<float> {
 public:
  explicit Bluestein(std::size_t length);

  Planes<float> input() override { return points_.planes(); }
  Planes<float> forward() override;

 private:
  std::size_t length_, padded_;
  Stockham<float> convolver_;
  PlaneBuffer<float> chirp_;     // exp(-i pi n^2 / length)
  PlaneBuffer<float> response_;  // transform of the conjugated chirp, over padded_
  PlaneBuffer<float> points_;
};

}  // namespace gpufft::cpu
