// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace spectrumd {

// Passes a value from one thread to another; the newest wins: a value not taken yet is replaced. Any thread; only
// wait() blocks.
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
    return taken();
  }

  // From now on every value is converted when it is taken.
  void convert(std::function<Value(Value)> conversion) {
    const std::scoped_lock lock(mutex_);
    conversion_ = std::move(conversion);
  }

  // Waits for a value; nullopt after `patience`, or if stopped first.
  std::optional<Value> wait(std::chrono::milliseconds patience, std::stop_token stop = {}) {
    std::unique_lock lock(mutex_);
    filled_.wait_for(lock, std::move(stop), patience, [this] { return value_.has_value(); });
    return taken();
  }

 private:
  std::optional<Value> taken() {
    auto value = std::exchange(value_, std::nullopt);
    if (value && conversion_) value = conversion_(*std::move(value));
    return value;
  }

  std::mutex mutex_;
  std::condition_variable_any filled_;
  std::optional<Value> value_;
  std::function<Value(Value)> conversion_;
};

}  // namespace spectrumd
