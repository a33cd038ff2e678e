// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace spectrumd {

// Compares the samples of a device with this machine's clock: when they were taken, how fast the crystal really is, how
// many were lost on the way. Blocks arrive late at times but never early; so the least delay within a second is taken
// for the true one. Where that least delay grows by a step and stays so, samples are missing.
class SampleClock {
 public:
  using Clock = std::chrono::steady_clock;

  explicit SampleClock(double nominal_rate) : rate_(nominal_rate) {}

  // A block has come. Gives the samples that are found to have been lost since the last one of which that was said.
  std::uint64_t arrived(std::uint64_t samples, Clock::time_point now);

  // When the first sample of the newest block was on the air.
  Clock::time_point time_of_block() const;

  // How much faster than nominal the crystal runs, in millionths; nothing until half a minute is known.
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
  std::deque<Mark> marks_;  // one a second, under one and the same loss
  int late_windows_ = 0;
};

}  // namespace spectrumd
