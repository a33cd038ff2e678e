// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <string_view>

namespace spectrumd {

// Signs of life of the threads that matter; the watchdog is fed only while all of them tick.
class Heartbeats {
 public:
  enum Thread : std::size_t { Source, Dsp, Server, Http, kCount };
  using Clock = std::chrono::steady_clock;

  Heartbeats();
  void tick(Thread thread) { last_[thread].store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed); }

  // The first thread that has not ticked for `limit`, if any.
  std::optional<std::string_view> silent(std::chrono::nanoseconds limit) const;

 private:
  std::array<std::atomic<Clock::rep>, kCount> last_;
};

}  // namespace spectrumd
