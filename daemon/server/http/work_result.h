// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <exception>
#include <optional>
#include <utility>

namespace spectrumd {

// What a worker makes for a connection: a value, or the exception that it ended with. Both hold it by a shared pointer,
// because either may be gone first. std::future would do, but the libstdc++ of Debian's armel is built without it.
template <typename Value>
class WorkResult {
 public:
  // On the worker, once. Does not throw.
  template <typename Make>
  void make(Make make) noexcept {
    try {
      value_ = make();
    } catch (...) {
      failure_ = std::current_exception();
    }
    made_.store(true);
    made_.notify_all();
  }

  bool ready() const { return made_.load(); }

  // Once. Waits for the worker; throws what it has thrown.
  Value take() {
    made_.wait(false);
    if (failure_) std::rethrow_exception(failure_);
    return std::move(*value_);
  }

 private:
  std::optional<Value> value_;  // written before made_ is set, as is the next
  std::exception_ptr failure_;
  std::atomic<bool> made_ = false;
};

}  // namespace spectrumd
