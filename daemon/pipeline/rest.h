// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace spectrumd {

// Waits for so long, or until a stop is requested.
inline void rest(const std::stop_token& stop, std::chrono::milliseconds limit) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, limit, [] { return false; });
}

}  // namespace spectrumd
