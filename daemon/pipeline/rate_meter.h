// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>

namespace spectrumd {

// Growth rate of a running total over the last ten seconds. Can be fed at any interval; one thread.
class RateMeter {
 public:
  using Clock = std::chrono::steady_clock;

  void note(std::uint64_t total, Clock::time_point now = Clock::now());
  double per_second() const;  // 0 until half a second is known

 private:
  struct Mark {
    Clock::time_point time;
    std::uint64_t total;
  };
  std::deque<Mark> marks_;  // a quarter of a second apart, and the newest
};

}  // namespace spectrumd
