// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace spectrumd {

// Computes when a device sampled what it delivers, however long it was queued on the way: it samples at its rate
// without a pause, and nothing arrives early. So the block with the shortest delay within the last second dates all
// others. Lost samples make what follows look older than it is until that second is over, never younger. One thread at
// a time.
class Backlog {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Backlog(double rate) : rate_(rate) {}

  void arrived(std::uint64_t samples, Clock::time_point now);
  void lost(std::uint64_t samples) { samples_ += samples; }

  Clock::time_point newest_block_taken() const;  // its first sample; requires a block

 private:
  Clock::duration duration_of(std::uint64_t samples) const;

  double rate_;
  std::uint64_t samples_ = 0, before_block_ = 0;
  // When the very first sample was taken, by the block with the shortest delay: in this window and in the previous one.
  std::optional<Clock::time_point> start_, start_before_;
  Clock::time_point window_end_{};
};

}  // namespace spectrumd
