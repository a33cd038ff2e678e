// SPDX-License-Identifier: MIT
#include "daemon/server/http/sleepers.h"

#include <algorithm>
#include <limits>

namespace spectrumd {

namespace {
constexpr Sleepers::News kDeaf = std::numeric_limits<Sleepers::News>::max();
}

bool Sleepers::sleep(MHD_Connection* connection, Clock::time_point due, News seen) {
  return insert(connection, {.due = due, .seen = seen});
}

bool Sleepers::sleep(MHD_Connection* connection, Clock::time_point due) {
  return insert(connection, {.due = due, .seen = kDeaf});
}

bool Sleepers::sleep(MHD_Connection* connection) { return sleep(connection, Clock::time_point::max()); }

bool Sleepers::insert(MHD_Connection* connection, const Sleep& sleep) {
  const std::scoped_lock lock(mutex_);
  if (stopped_ || news_ > sleep.seen) return false;
  MHD_suspend_connection(connection);
  sleepers_.emplace(connection, sleep);
  return true;
}

void Sleepers::wake(Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(sleepers_, [&](const auto& sleeper) {
    const bool awake = stopped_ || sleeper.second.due <= now || sleeper.second.seen < news_;
    if (awake) MHD_resume_connection(sleeper.first);
    return awake;
  });
}

void Sleepers::wake(MHD_Connection* connection) {
  const std::scoped_lock lock(mutex_);
  if (sleepers_.erase(connection) > 0) MHD_resume_connection(connection);
}

std::optional<Sleepers::Clock::time_point> Sleepers::next() const {
  const std::scoped_lock lock(mutex_);
  std::optional<Clock::time_point> first;
  for (const auto& [connection, sleep] : sleepers_) first = std::min(first.value_or(sleep.due), sleep.due);
  return first;
}

void Sleepers::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
  }
  wake();
}

}  // namespace spectrumd
