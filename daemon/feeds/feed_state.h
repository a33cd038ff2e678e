// SPDX-License-Identifier: MIT
#pragma once

#include <spdlog/spdlog.h>

#include <mutex>
#include <string>
#include <utility>

namespace spectrumd {

// What a feed is doing, and what keeps it from its work. Any thread; nothing blocks.
class FeedState {
 public:
  struct Now {
    std::string state, cause;  // the cause is empty if nothing is wrong
  };

  FeedState(std::string name, Now first) : name_(std::move(name)), now_(std::move(first)) {}

  // A change of the cause is logged.
  void set(std::string state, std::string cause) {
    const std::scoped_lock lock(mutex_);
    if (cause != now_.cause) spdlog::info("{}: {}", name_, cause.empty() ? state : cause);
    now_ = {std::move(state), std::move(cause)};
  }
  Now now() const {
    const std::scoped_lock lock(mutex_);
    return now_;
  }

 private:
  const std::string name_;  // in the log
  mutable std::mutex mutex_;
  Now now_;
};

}  // namespace spectrumd
