// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

namespace spectrumd {

// A steady clock that stands still until a test moves it. Any thread.
class TickedClock {
 public:
  using Clock = std::chrono::steady_clock;

  Clock::time_point now() const { return Clock::time_point(Clock::duration(since_epoch_.load())); }
  void advance(Clock::duration by) { since_epoch_ += by.count(); }
  std::function<Clock::time_point()> function() {
    return [this] { return now(); };
  }

 private:
  std::atomic<Clock::rep> since_epoch_{Clock::duration(std::chrono::hours(1)).count()};
};

}  // namespace spectrumd
