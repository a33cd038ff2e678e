// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>

namespace gpufft {

enum class Direction { Forward, Inverse };

// What a plan is asked for. Members are added as backends learn more kinds; the defaults stay what they are.
struct FftRequest {
  std::size_t length = 0;  // points of one transform
  std::size_t batch = 1;   // transforms per call, one after the other in memory
  Direction direction = Direction::Forward;
};

// A planned complex transform: X[k] = sum over n of x[n] exp(-2 pi i k n / length), conjugated for Inverse.
// Neither direction is scaled, so forward then inverse multiplies by length.
//
// A plan that exists works: every refusal happens while it is made (Backend::plan_fft). A plan owns its scratch memory
// and allocates nothing afterwards; one thread uses it at a time.
class Fft {
 public:
  virtual ~Fft() = default;

  // Both spans hold length * batch points. `in` and `out` are the same memory or do not overlap at all.
  virtual void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) = 0;
};

}  // namespace gpufft
