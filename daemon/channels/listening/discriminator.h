// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <span>

namespace spectrumd {

float turns_of(std::complex<float> value);  // its phase, -0.5 to 0.5 turns, to a millionth

// Demodulates FM: how far the phase turned from each sample to the next.
class Discriminator {
 public:
  void demodulate(std::span<const std::complex<float>> in, std::span<float> turns);

 private:
  std::complex<float> last_;
};

}  // namespace spectrumd
