// SPDX-License-Identifier: MIT
#include "daemon/pipeline/event_log.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

namespace spectrumd {

namespace {
constexpr std::size_t kKept = 256;
}

void EventLog::add(std::string kind, std::string text) {
  spdlog::info("{}: {}", kind, text);
  std::function<void()> observer;
  {
    const std::scoped_lock lock(mutex_);
    observer = observer_;
    events_.push_back({++last_id_, std::chrono::system_clock::now(), std::move(kind), std::move(text)});
    if (events_.size() > kKept) events_.pop_front();
  }
  if (observer) observer();
}

std::vector<Event> EventLog::after(std::uint64_t id) const {
  const std::scoped_lock lock(mutex_);
  const auto first = std::find_if(events_.begin(), events_.end(), [id](const Event& event) { return event.id > id; });
  return {first, events_.end()};
}

std::uint64_t EventLog::last_id() const {
  const std::scoped_lock lock(mutex_);
  return last_id_;
}

void EventLog::observe(std::function<void()> observer) {
  const std::scoped_lock lock(mutex_);
  observer_ = std::move(observer);
}

}  // namespace spectrumd
