// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <complex>
#include <numbers>

#include "gpufft/tables/product.h"

namespace spectrumd {

inline std::complex<float> phasor(double turns) {
  const double angle = 2 * std::numbers::pi * turns;
  return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
}

// Turns by a constant step. Its phase is exact where each run of a few samples begins, and multiplied on inside.
class Oscillator {
 public:
  explicit Oscillator(double step = 0) { set_step(step); }

  void set_step(double turns) {
    step_ = turns;
    by_ = phasor(turns);
  }
  double step() const { return step_; }    // turns per sample
  double phase() const { return phase_; }  // turns, where the next run begins
  void advance_phase(double turns) { phase_ += turns - std::floor(turns); }

  // Calls use(i, value) for the next `count` samples, a few hundred at most.
  template <typename Use>
  void run(std::size_t count, Use&& use) {
    std::complex<float> value = phasor(phase_);
    for (std::size_t i = 0; i < count; ++i) {
      use(i, value);
      value = gpufft::product(value, by_);
    }
    phase_ += step_ * static_cast<double>(count);
    phase_ -= std::floor(phase_);
  }

 private:
  double step_ = 0, phase_ = 0;
  std::complex<float> by_{1, 0};
};

}  // namespace spectrumd
