// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <utility>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// Paces samples at the rate of a radio. Deadlines count from the start, so that waiting too long once does not slow
// down the rest. One thread; the waits block.
class Pacer {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;

  static constexpr double kBlockSeconds = 0.015;  // what a paced source gives at a time
  static constexpr double kMostLateSeconds = 1;   // beyond which it skips what it is late

  explicit Pacer(double samples_per_second, Now now = Clock::now) : now_(std::move(now)), rate_(samples_per_second) {}

  void change_rate(double samples_per_second);  // from the next samples on

  // Waits until `samples` more would have arrived; false if stopped first. Calls idle() of the sink meanwhile.
  bool wait_for(std::uint64_t samples, const std::stop_token& stop, IqSink& sink);

  double rate() const { return rate_; }
  double samples_late() const;         // behind the clock
  void let_go(std::uint64_t samples);  // skips waiting for these

 private:
  Clock::time_point due() const;

  Now now_;
  double rate_;
  Clock::time_point start_ = now_();
  std::uint64_t samples_ = 0;  // since start_
};

// Waits until `moment`; false if stopped first. Calls idle() of the sink meanwhile.
bool wait_until(Pacer::Clock::time_point moment, const std::stop_token& stop, IqSink& sink,
                const Pacer::Now& now = Pacer::Clock::now);

}  // namespace spectrumd
