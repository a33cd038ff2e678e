// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <optional>
#include <utility>

namespace spectrumd {

// One value on its way from one thread to another, newest wins: what was not taken yet is replaced.
template <class Value>
class Slot {
 public:
  void put(Value value) {
    const std::scoped_lock lock(mutex_);
    value_ = std::move(value);
  }

  std::optional<Value> take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(value_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<Value> value_;
};

}  // namespace spectrumd
