// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "gpufft/cpu/passes_fft.h"

namespace gpufft::cpu {

// Prime lengths: all indexes of points but the first, and of bins but the first, are powers of a primitive root g, and
// in the order of those powers a transform is a cyclic convolution with one point less (Rader, 1968): X[g^-j] - x[0] is
// the sum over q of x[g^q] times exp(-2 pi i g^(q - j) / length).
class Rader final : public PointsFft {
 public:
  // Primes from 3 on for which length - 1 has no prime factor over 7.
  static bool supports(std::size_t length);

  Rader(const Target& target, std::size_t length);  // for which supports() holds

  void transform(ConstPoints in, Points out, Direction direction) override;

 private:
  const Kernels& kernels_;
  PassesFft convolver_;
  std::vector<std::uint32_t> powers_;          // g^0, g^1, ...
  std::vector<std::complex<float>> response_;  // transform of the turns, scaled for the inverse transform that follows
  std::vector<std::complex<float>> work_;
};

}  // namespace gpufft::cpu
