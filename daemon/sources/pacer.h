// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// Lets samples through at the rate at which a radio would give them. Deadlines count from the start, so that waiting
// too long once does not slow the rest down.
class Pacer {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Pacer(double samples_per_second) : rate_(samples_per_second) {}

  void change_rate(double samples_per_second);  // from the samples on that come next

  // Waits until `samples` more have had the time to arrive; false when stopped instead. Keeps the sink informed.
  bool wait_for(std::uint64_t samples, const std::stop_token& stop, IqSink& sink);

  double rate() const { return rate_; }
  double samples_late() const;         // behind the clock
  void let_go(std::uint64_t samples);  // these will never be waited for

 private:
  Clock::time_point due() const;

  double rate_;
  Clock::time_point start_ = Clock::now();
  std::uint64_t samples_ = 0;  // since start_
};

// Waits until a moment; false when stopped before. The sink's idle() is called all the while.
bool wait_until(Pacer::Clock::time_point moment, const std::stop_token& stop, IqSink& sink);

}  // namespace spectrumd
