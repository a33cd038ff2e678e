// SPDX-License-Identifier: MIT
#include "daemon/sources/rtl_tcp/rate_limit.h"

#include <algorithm>

namespace spectrumd::rtl_tcp {
namespace {

constexpr double kMostTimes = 2;    // the rate
constexpr double kMostSaved = 60;   // seconds; rtl_tcp itself keeps 128 MiB, 27 s at 2.4 MS/s
constexpr double kRecovered = 0.5;  // seconds; a server that always sends too fast never saves up this much
constexpr auto kTolerated = std::chrono::seconds(3);

}  // namespace

RateLimit::Clock::duration RateLimit::note(std::size_t bytes, Clock::time_point now) {
  const double passed = std::chrono::duration<double>(now - noted_).count();
  noted_ = now;
  allowance_ = std::min(kMostSaved, allowance_ + kMostTimes * passed) - static_cast<double>(bytes) / bytes_per_second_;
  if (allowance_ > kRecovered) over_since_.reset();
  if (allowance_ >= 0) return {};
  if (!over_since_) over_since_ = now;
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(-allowance_ / kMostTimes));
}

bool RateLimit::exceeded(Clock::time_point now) const { return over_since_ && now - *over_since_ > kTolerated; }

}  // namespace spectrumd::rtl_tcp
