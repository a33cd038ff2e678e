// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

namespace spectrumd::rtl_tcp {

// How fast a server may send. Twice the rate is taken and no more: the rest stays in the network's buffers. What a
// silence has held up may come at once. A server that asks for more all the time runs at another rate.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  RateLimit(double bytes_per_second, Clock::time_point now) : bytes_per_second_(bytes_per_second), noted_(now) {}

  // How long to wait after these bytes before taking more; usually 0.
  Clock::duration note(std::size_t bytes, Clock::time_point now);
  bool exceeded(Clock::time_point now) const;  // for seconds on end

 private:
  const double bytes_per_second_;
  Clock::time_point noted_;
  double allowance_ = 1;  // seconds of samples that may come at once
  std::optional<Clock::time_point> over_since_;
};

}  // namespace spectrumd::rtl_tcp
