// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "gpufft/cpu/passes_fft.h"

namespace gpufft::cpu {

// A transform of any length, large primes included: with nk = (n^2 + k^2 - (k - n)^2) / 2 it becomes a convolution with
// a chirp, done with transforms of a length that passes can do.
class Bluestein final : public PointsFft {
 public:
  // Convolves over `padded` points, at least 2 * length - 1; passes must be able to do that length.
  Bluestein(const Target& target, std::size_t length, std::size_t padded);

  void transform(ConstPoints in, Points out, Direction direction) override;

 private:
  const Kernels& kernels_;
  PassesFft convolver_;
  std::vector<std::complex<float>> chirp_;     // exp(-i pi n^2 / length)
  std::vector<std::complex<float>> response_;  // transform of the conjugated chirp, over the convolver's length
  std::vector<std::complex<float>> work_;
};

}  // namespace gpufft::cpu
