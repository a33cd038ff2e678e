// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace qpu {

// Tells a person who waits at a terminal how far the board has come, every few seconds.
class Progress {
 public:
  Progress();
  void at(double microseconds);  // of the board's time since the launch; counts from the beginning when it goes back

 private:
  using Clock = std::chrono::steady_clock;
  bool somebody_waits_;
  double last_ = 0;
  Clock::time_point told_ = Clock::now();
};

}  // namespace qpu
