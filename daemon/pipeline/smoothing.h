// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace spectrumd {

// A mean over about so many rows, for the eye: exponential, but a plain mean of what there is until as many have been
// seen, so that nothing fades in.
class Smoothing {
 public:
  explicit Smoothing(std::size_t rows) : most_(rows) {}

  void smooth(std::vector<float>& power);  // of one row, in place; 1 row leaves it as it is
  void forget() { rows_ = 0; }             // after a retune

 private:
  std::size_t most_;
  std::size_t rows_ = 0;
  std::vector<float> smoothed_;
};

}  // namespace spectrumd
