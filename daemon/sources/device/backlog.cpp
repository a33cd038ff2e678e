// SPDX-License-Identifier: MIT
#include "daemon/sources/device/backlog.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spectrumd {
namespace {

// Two windows: a machine too busy to empty a queue once in half a second loses samples anyway.
constexpr auto kWindow = std::chrono::milliseconds(500);

}  // namespace

Backlog::Clock::duration Backlog::duration_of(std::uint64_t samples) const {
  return std::chrono::nanoseconds(std::llround(static_cast<double>(samples) / rate_ * 1e9));
}

void Backlog::arrived(std::uint64_t samples, Clock::time_point now) {
  before_block_ = samples_;
  samples_ += samples;
  if (now >= window_end_) {
    start_before_ = std::exchange(start_, std::nullopt);
    window_end_ = now + kWindow;
  }
  const auto start = now - duration_of(samples_);
  start_ = start_ ? std::min(*start_, start) : start;
}

Backlog::Clock::time_point Backlog::newest_block_taken() const {
  return std::min(*start_, start_before_.value_or(*start_)) + duration_of(before_block_);
}

}  // namespace spectrumd
