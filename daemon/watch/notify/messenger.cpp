// SPDX-License-Identifier: MIT
#include "daemon/watch/notify/messenger.h"

#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace spectrumd {
namespace {

using std::chrono::nanoseconds;

constexpr std::chrono::seconds kFirstPause{10}, kLongestPause{3600}, kLook{60};
constexpr std::chrono::hours kLongest{24};
constexpr std::size_t kAtATime = 20;

double chance_between_0_and_1() {
  thread_local std::minstd_rand generator{std::random_device{}()};
  return std::uniform_real_distribution<double>()(generator);
}

}  // namespace

nanoseconds backoff(int tries, double chance) {
  const double doubled = static_cast<double>(kFirstPause.count()) * std::pow(2.0, std::clamp(tries, 0, 30));
  const double seconds = std::min(doubled, static_cast<double>(kLongestPause.count())) * (0.8 + 0.4 * chance);
  return nanoseconds(std::llround(seconds * 1e9));
}

Messenger::Messenger(Book& book, Deliver deliver, std::function<void(const std::string&)> on_failure,
                     std::function<Time()> now)
    : book_(book),
      deliver_(std::move(deliver)),
      on_failure_(std::move(on_failure)),
      now_(std::move(now)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

Messenger::~Messenger() {
  thread_.request_stop();
  thread_.join();
}

void Messenger::wake() {
  {
    const std::scoped_lock lock(mutex_);
    work_ = true;
  }
  woken_.notify_one();
}

void Messenger::run(const std::stop_token& stop) {
  pthread_setname_np(pthread_self(), "messenger");
  while (!stop.stop_requested()) {
    nanoseconds wait = kLook;
    try {
      send_due(stop);
      wait = pause();
    } catch (const DatabaseError& error) {
      spdlog::error("{}", error.what());
    }
    std::unique_lock lock(mutex_);
    woken_.wait_for(lock, stop, wait, [this] { return work_; });
    work_ = false;
  }
}

nanoseconds Messenger::pause() {
  const auto due = book_.next_due();
  if (!due) return kLook;
  return std::clamp<nanoseconds>(*due - now_(), std::chrono::milliseconds(1), kLook);
}

void Messenger::send_due(const std::stop_token& stop) {
  for (auto messages = book_.due(now_(), kAtATime); !messages.empty(); messages = book_.due(now_(), kAtATime))
    for (const Message& message : messages) {
      if (stop.stop_requested()) return;
      send(message, stop);
    }
}

void Messenger::send(const Message& message, const std::stop_token& stop) {
  const std::string error = deliver_(message, stop);
  if (stop.stop_requested() && !error.empty()) return;  // it is sent after the restart
  if (error.empty()) return book_.sent(message.id);
  const std::string text = fmt::format("{} of alarm {}: {}", message.kind, message.alarm, error);
  if (now_() - message.created < kLongest)
    return book_.postpone(message.id, now_() + backoff(message.tries, chance_between_0_and_1()), error);
  book_.give_up(message.id, text);
  on_failure_(text + "; given up after a day");
}

}  // namespace spectrumd
