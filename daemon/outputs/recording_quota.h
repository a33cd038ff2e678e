// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

namespace spectrumd {

// Bytes that all recordings in progress may still write together. Any thread; nothing blocks.
class RecordingQuota {
 public:
  // Reserves up to `bytes`, and returns how many.
  std::uint64_t reserve(std::uint64_t bytes) {
    const std::scoped_lock lock(mutex_);
    const std::uint64_t granted = std::min(bytes, left_);
    left_ -= granted;
    reserved_ += granted;
    return granted;
  }

  // What was reserved has been written, or has not.
  void settle(std::uint64_t reserved, std::uint64_t written) {
    const std::scoped_lock lock(mutex_);
    reserved_ -= reserved;
    left_ += reserved - std::min(written, reserved);
    written_ += written;
  }

  // So many bytes were left when `written` was written().
  void set_left(std::uint64_t bytes, std::uint64_t written) {
    const std::scoped_lock lock(mutex_);
    left_ = bytes - std::min(bytes, reserved_ + written_ - written);
  }
  std::uint64_t written() {
    const std::scoped_lock lock(mutex_);
    return written_;
  }

 private:
  std::mutex mutex_;
  std::uint64_t left_ = UINT64_MAX, reserved_ = 0, written_ = 0;
};

}  // namespace spectrumd
