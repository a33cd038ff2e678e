// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

namespace spectrumd::rtl_tcp {

// Limits how fast a server may send: twice the sample rate; the rest stays in the buffers of the network. What was held
// up by a silence may arrive at once. A server that always sends more runs at a different rate. One thread.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  RateLimit(double bytes_per_second, Clock::time_point now) : bytes_per_second_(bytes_per_second), noted_(now) {}

  // Returns how long to wait after these bytes before reading more; usually 0.
  Clock::duration note(std::size_t bytes, Clock::time_point now);
  bool exceeded(Clock::time_point now) const;  // for several seconds

 private:
  const double bytes_per_second_;
  Clock::time_point noted_;
  double allowance_ = 1;  // seconds of samples that may come at once
  std::optional<Clock::time_point> over_since_;
};

}  // namespace spectrumd::rtl_tcp
