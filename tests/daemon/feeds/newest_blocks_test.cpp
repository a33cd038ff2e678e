// SPDX-License-Identifier: MIT
#include "daemon/feeds/newest_blocks.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

NewestBlocks::Block block_of(int value) {
  return std::make_shared<const std::vector<std::byte>>(1, static_cast<std::byte>(value));
}

int value_of(const NewestBlocks::Block& block) { return block ? std::to_integer<int>(block->front()) : -1; }

TEST(NewestBlocks, GivesEachReaderAllOfThemInOrder) {
  NewestBlocks blocks(4);
  std::uint64_t one = blocks.end(), other = one;
  EXPECT_EQ(blocks.take(one), nullptr) << "there is none yet";
  for (int i = 0; i < 3; ++i) blocks.push(block_of(i));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(value_of(blocks.take(one)), i);
  EXPECT_EQ(blocks.take(one), nullptr);
  EXPECT_EQ(value_of(blocks.take(other)), 0);
}

TEST(NewestBlocks, LetsTheSlowMissTheOldest) {
  NewestBlocks blocks(4);
  std::uint64_t slow = blocks.end();
  for (int i = 0; i < 10; ++i) blocks.push(block_of(i));
  for (int i = 6; i < 10; ++i) EXPECT_EQ(value_of(blocks.take(slow)), i);
  EXPECT_EQ(slow, blocks.end());
}

TEST(NewestBlocks, CountsOnWhenTheyAreCleared) {
  NewestBlocks blocks(4);
  std::uint64_t reader = blocks.end();
  blocks.push(block_of(1));
  blocks.clear();
  EXPECT_EQ(blocks.take(reader), nullptr);
  blocks.push(block_of(2));
  EXPECT_EQ(value_of(blocks.take(reader)), 2);
}

}  // namespace
}  // namespace spectrumd
