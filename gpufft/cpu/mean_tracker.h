// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <complex>

namespace gpufft::cpu {

// The slowly moving mean of a stream, told in pieces. The plain average until it knows `memory` samples, from then on
// the newest replace the oldest at that pace: no transient at the start, and the size of the pieces does not matter.
class MeanTracker {
 public:
  explicit MeanTracker(double memory) : memory_(memory) {}

  void add(std::complex<double> mean, double samples) {
    known_ = std::min(known_ + samples, memory_);
    mean_ += (mean - mean_) * std::min(1.0, samples / known_);
  }
  void reset() { known_ = 0; }

  bool empty() const { return known_ == 0; }
  std::complex<double> mean() const { return mean_; }

 private:
  double memory_;
  double known_ = 0;  // samples
  std::complex<double> mean_;
};

}  // namespace gpufft::cpu
