// SPDX-License-Identifier: MIT
#include "daemon/server/rate_limits.h"

#include <algorithm>

namespace spectrumd {

namespace {
constexpr std::size_t kMostLimited = 1024;
}  // namespace

double TokenBucket::permits(Clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(std::max(now - filled_, Clock::duration(0))).count();
  return std::min(rate_.burst, permits_ + seconds * rate_.per_second);
}

void TokenBucket::take_one(Clock::time_point now) {
  permits_ = permits(now) - 1;
  filled_ = std::max(filled_, now);
}

// Full buckets can be dropped; if there are too many others, only the common limit applies.
TokenBucket& ChangeLimits::bucket_of(const ClientAddress& address, Clock::time_point now) {
  if (addresses_.size() >= kMostLimited)
    std::erase_if(addresses_, [now](const auto& entry) { return entry.second.is_full(now); });
  if (addresses_.size() >= kMostLimited && !addresses_.contains(address)) return all_;
  return addresses_.try_emplace(address, kChangesOfAddress, now).first->second;
}

bool ChangeLimits::accept(const ClientAddress& address, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  TokenBucket& bucket = bucket_of(address, now);
  if (!bucket.has_one(now) || !all_.has_one(now)) return false;
  bucket.take_one(now);
  if (&bucket != &all_) all_.take_one(now);
  return true;
}

}  // namespace spectrumd
