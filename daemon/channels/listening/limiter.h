// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace spectrumd {

// Keeps sound within the full scale without clipping it: the gain is lowered over the milliseconds before a peak, by
// which the sound is delayed. Sound below is left as it is. One thread; allocates nothing after it is made.
class Limiter {
 public:
  Limiter(double rate, std::size_t channels);

  std::size_t delay() const { return reach_; }  // frames
  void apply(std::span<float> sound);           // whole frames

 private:
  float least_needed(float needed);

  std::size_t channels_, reach_;
  std::vector<float> delayed_;       // a ring of frames
  std::vector<float> least_;         // a ring of the least gains
  std::vector<float> waiting_;       // gains that may become the least, rising: a ring with the times at which
  std::vector<std::size_t> leaves_;  // they leave
  std::size_t first_ = 0, count_ = 0, time_ = 0;
  double sum_;  // of least_
};

}  // namespace spectrumd
