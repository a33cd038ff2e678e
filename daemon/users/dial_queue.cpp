// SPDX-License-Identifier: MIT
#include "daemon/users/dial_queue.h"

#include <algorithm>
#include <utility>

namespace spectrumd {
namespace {

constexpr std::size_t kMostNews = 16;  // in case they are not read

bool may_tune(const UserList& users, const std::string& name) {
  const User* const user = users.find(name);
  return user && user->role >= Role::Tuner;
}

}  // namespace

void DialQueue::give(const std::string& name, Clock::time_point now) {
  holder_ = name;
  contested_ = now;
  until_ = now + period_;
}

void DialQueue::give_to_next(Clock::time_point now) {
  holder_.clear();
  if (waiting_.empty()) return;
  give(waiting_.front(), now);
  waiting_.pop_front();
  news_.push_back(holder_);
  if (news_.size() > kMostNews) news_.erase(news_.begin());
}

// One who does not use it in turn passes it on, at the time when that was due.
void DialQueue::advance(Clock::time_point now) {
  while (!holder_.empty() && now >= until_) give_to_next(until_);
}

void DialQueue::prolong(Clock::time_point now) {
  until_ = now + period_;
  if (!waiting_.empty()) until_ = std::min(until_, contested_ + kMostPeriods * period_);
}

void DialQueue::drop_from_queue(const std::string& name) { std::erase(waiting_, name); }

bool DialQueue::use(const std::string& name, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  advance(now);
  if (holder_.empty()) give(name, now);
  if (holder_ != name) return false;
  prolong(now);
  return true;
}

void DialQueue::ask(const std::string& name, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  advance(now);
  if (holder_.empty()) return give(name, now);
  if (holder_ == name || std::ranges::count(waiting_, name) > 0) return;
  if (waiting_.empty()) contested_ = now;
  waiting_.push_back(name);
}

void DialQueue::leave(const std::string& name, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  advance(now);
  drop_from_queue(name);
  if (holder_ == name) give_to_next(now);
}

void DialQueue::take(const std::string& name, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  advance(now);
  drop_from_queue(name);
  if (std::exchange(holder_, name) == name) return prolong(now);
  give(name, now);
  news_.push_back(name);
}

void DialQueue::forget_others(const UserList& users, Clock::time_point now) {
  std::erase_if(waiting_, [&](const std::string& name) { return !may_tune(users, name); });
  if (!holder_.empty() && !may_tune(users, holder_)) give_to_next(now);
}

DialQueue::State DialQueue::state(const UserList& users, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  advance(now);
  forget_others(users, now);
  State state{.holder = holder_, .waiting = {waiting_.begin(), waiting_.end()}};
  if (!holder_.empty()) state.left = until_ - now;
  return state;
}

std::vector<std::string> DialQueue::news(const UserList& users, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  advance(now);
  forget_others(users, now);
  return std::exchange(news_, {});
}

void DialQueue::set_period(std::chrono::seconds period) {
  const std::scoped_lock lock(mutex_);
  period_ = period;
}

}  // namespace spectrumd
