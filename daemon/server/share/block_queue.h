// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace spectrumd {

// A block of samples for rtl_tcp clients: cu8, shared by all who get it.
using SharedBlock = std::shared_ptr<const std::vector<std::byte>>;

// From the thread that makes blocks to the one that serves clients. Holds about a second; when full, the newest block
// is dropped. Nothing blocks.
class BlockQueue {
 public:
  explicit BlockQueue(std::function<void()> wake) : wake_(std::move(wake)) {}

  void push(std::vector<std::byte> bytes);
  std::vector<SharedBlock> fetch();
  void close();  // no more wake-ups, though a block may still be in progress

 private:
  std::mutex mutex_;  // guards what follows
  std::function<void()> wake_;
  std::vector<SharedBlock> blocks_;
};

}  // namespace spectrumd
