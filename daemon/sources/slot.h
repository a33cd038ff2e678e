// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace spectrumd {

// One value on its way from one thread to another, newest wins: what was not taken yet is replaced.
template <class Value>
class Slot {
 public:
  void put(Value value) {
    {
      const std::scoped_lock lock(mutex_);
      value_ = std::move(value);
    }
    filled_.notify_one();
  }

  std::optional<Value> take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(value_, std::nullopt);
  }

  // The same, once there is something; nullopt after `patience`, or when stopped before.
  std::optional<Value> wait(std::chrono::milliseconds patience, std::stop_token stop = {}) {
    std::unique_lock lock(mutex_);
    filled_.wait_for(lock, std::move(stop), patience, [this] { return value_.has_value(); });
    return std::exchange(value_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any filled_;
  std::optional<Value> value_;
};

}  // namespace spectrumd
