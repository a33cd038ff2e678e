// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace spectrumd {

// When a device took the samples that it gives, however long they were queued before they came here: it takes them at
// its rate without a pause, and nothing comes early. So the block that came with the least delay within the last second
// says when all the others were taken. Samples that were lost make what follows look older than it is until that second
// is over, never younger. One thread at a time.
class Backlog {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Backlog(double rate) : rate_(rate) {}

  void arrived(std::uint64_t samples, Clock::time_point now);
  void lost(std::uint64_t samples) { samples_ += samples; }

  Clock::time_point newest_block_taken() const;  // its first sample; a block has come

 private:
  Clock::duration duration_of(std::uint64_t samples) const;

  double rate_;
  std::uint64_t samples_ = 0, before_block_ = 0;
  // When the first sample of all was taken, by the block with the least delay: of this window and of the one before.
  std::optional<Clock::time_point> start_, start_before_;
  Clock::time_point window_end_{};
};

}  // namespace spectrumd
