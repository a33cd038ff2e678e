// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace spectrumd {

// Holds up every thread that passes while it is shut.
class Gate {
 public:
  ~Gate() { open(); }

  void pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
    --waiting_;
  }
  void shut() {
    const std::scoped_lock lock(mutex_);
    open_ = false;
  }
  void open() {
    const std::scoped_lock lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

  // Whether so many threads are held up before half a minute has passed.
  bool holds(std::size_t threads) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return !open_ && waiting_ >= threads; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t waiting_ = 0;
  bool open_ = true;
};

}  // namespace spectrumd
