// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace spectrumd {

// Compares the samples of a device with the clock of this machine: when they were taken, the actual rate of the
// crystal, how many were lost. Blocks sometimes arrive late but never early; so the shortest delay within a second is
// taken as the true one. If that delay grows by a step and stays there, samples were lost. One thread.
class SampleClock {
 public:
  using Clock = std::chrono::steady_clock;

  explicit SampleClock(double nominal_rate) : rate_(nominal_rate) {}

  // Notes the arrival of a block. Returns the samples found to have been lost since the last call.
  std::uint64_t arrived(std::uint64_t samples, Clock::time_point now);

  // When the first sample of the newest block was on the air.
  Clock::time_point time_of_block() const;

  // Crystal error in ppm, positive if fast; nullopt during the first half minute.
  std::optional<double> ppm() const;

 private:
  struct Mark {
    double time, delay;  // seconds since the start, seconds
  };
  std::uint64_t finish_window(double now);
  double expected_delay(double time) const;
  double slope() const;

  double rate_;
  std::optional<Clock::time_point> start_;
  std::uint64_t samples_ = 0, before_block_ = 0;
  double window_end_ = 0, least_ = 0;
  bool window_empty_ = true;
  std::deque<Mark> marks_;  // one per second, since the last loss
  int late_windows_ = 0;
};

}  // namespace spectrumd
