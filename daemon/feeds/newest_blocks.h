// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace spectrumd {

// The newest blocks of bytes, numbered, for all clients of a feed: one that is too slow misses the oldest. One thread.
class NewestBlocks {
 public:
  using Block = std::shared_ptr<const std::vector<std::byte>>;

  explicit NewestBlocks(std::size_t most) : most_(most) {}

  void push(Block block) {
    blocks_.push_back(std::move(block));
    if (blocks_.size() > most_) drop(1);
  }
  void clear() { drop(blocks_.size()); }

  std::uint64_t end() const { return first_ + blocks_.size(); }  // the number of the next one

  // That or the oldest; null: there is none yet.
  Block take(std::uint64_t& number) const {
    number = std::max(number, first_);
    return number < end() ? blocks_[static_cast<std::size_t>(number++ - first_)] : nullptr;
  }

 private:
  void drop(std::size_t count) {
    blocks_.erase(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(count));
    first_ += count;
  }

  const std::size_t most_;
  std::uint64_t first_ = 0;
  std::deque<Block> blocks_;
};

}  // namespace spectrumd
