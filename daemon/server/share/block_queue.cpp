// SPDX-License-Identifier: MIT
#include "daemon/server/share/block_queue.h"

#include <utility>

namespace spectrumd {

namespace {
constexpr std::size_t kMostBlocks = 64;
}  // namespace

void BlockQueue::push(std::vector<std::byte> bytes) {
  auto block = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  const std::scoped_lock lock(mutex_);
  if (blocks_.size() >= kMostBlocks) return;
  blocks_.push_back(std::move(block));
  if (wake_) wake_();
}

std::vector<SharedBlock> BlockQueue::fetch() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(blocks_, {});
}

void BlockQueue::close() {
  const std::scoped_lock lock(mutex_);
  wake_ = nullptr;
}

}  // namespace spectrumd
