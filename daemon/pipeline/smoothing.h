// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace spectrumd {

// Running mean over about that many rows, for display: exponential, but a plain mean until that many rows have been
// seen, so that nothing fades in. One thread.
class Smoothing {
 public:
  explicit Smoothing(std::size_t rows) : most_(rows) {}

  void smooth(std::vector<float>& power);  // one row, in place; with 1 row unchanged
  void forget() { rows_ = 0; }             // after a retune

 private:
  std::size_t most_;
  std::size_t rows_ = 0;
  std::vector<float> smoothed_;
};

}  // namespace spectrumd
