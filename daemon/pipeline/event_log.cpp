// SPDX-License-Identifier: MIT
#include "daemon/pipeline/event_log.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace spectrumd {

namespace {

constexpr std::size_t kKept = 256;

// " (http, 192.168.1.7)"
std::string text_of(const Requester& by) {
  if (by.via.empty()) return "";
  return by.address.empty() ? fmt::format(" ({})", by.via) : fmt::format(" ({}, {})", by.via, by.address);
}

}  // namespace

void EventLog::add(std::string kind, std::string text) {
  add({.id = 0, .time = {}, .kind = std::move(kind), .text = std::move(text), .by = {}});
}

void EventLog::add(Event event) {
  spdlog::info("{}: {}{}", event.kind, event.text, text_of(event.by));
  event.time = std::chrono::system_clock::now();
  std::function<void()> observer;
  {
    const std::scoped_lock lock(mutex_);
    observer = observer_;
    event.id = ++last_id_;
    events_.push_back(std::move(event));
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
