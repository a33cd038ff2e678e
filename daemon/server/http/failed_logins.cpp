// SPDX-License-Identifier: MIT
#include "daemon/server/http/failed_logins.h"

namespace spectrumd {

namespace {
constexpr std::size_t kForgiven = 5;
constexpr std::chrono::minutes kMemory{1};
constexpr std::size_t kMostAddresses = 1024;
}  // namespace

bool FailedLogins::note(const ClientAddress& address, Clock::time_point now) {
  if (records_.size() >= kMostAddresses) forget_old(now);
  Record& record = records_[address];
  if (now - record.last > kMemory) record.failures = 0;
  record.last = now;
  return ++record.failures > kForgiven;
}

void FailedLogins::forget_old(Clock::time_point now) {
  std::erase_if(records_, [now](const auto& entry) { return now - entry.second.last > kMemory; });
  if (records_.size() >= kMostAddresses) records_.clear();  // so many at once are no reason to take ever more memory
}

}  // namespace spectrumd
