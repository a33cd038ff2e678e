// SPDX-License-Identifier: MIT
#include "daemon/server/http/failed_logins.h"

#include <algorithm>

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kForgiven = 5;
constexpr auto kMemory = 1min;
constexpr auto kPeriodOfAddress = 1s;
constexpr auto kPeriodOfAll = 50ms;
constexpr auto kLongest = 60s;  // a connection that waits keeps its place, so that more of them do not guess faster
constexpr std::size_t kMostAddresses = 1024;

}  // namespace

FailedLogins::Record& FailedLogins::record_of(const ClientAddress& address, Clock::time_point now) {
  const auto is_old = [now](const auto& entry) { return now - entry.second.next_answer > kMemory; };
  if (records_.size() >= kMostAddresses) std::erase_if(records_, is_old);
  if (records_.size() >= kMostAddresses) records_.clear();  // so many at once are no reason to take ever more memory
  Record& record = records_[address];
  if (now - record.next_answer > kMemory) record.failures = 0;
  return record;
}

FailedLogins::Clock::time_point FailedLogins::note(const ClientAddress& address, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  Record& record = record_of(address, now);
  if (++record.failures <= kForgiven) {
    record.next_answer = now;
    return now;
  }
  record.next_answer = std::max(record.next_answer, now) + kPeriodOfAddress;
  next_answer_ = std::max(next_answer_, now) + kPeriodOfAll;
  record.next_answer = std::min(record.next_answer, now + kLongest);
  next_answer_ = std::min(next_answer_, now + kLongest);
  return std::max(record.next_answer, next_answer_);
}

}  // namespace spectrumd
