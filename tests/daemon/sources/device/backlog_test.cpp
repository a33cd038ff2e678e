// SPDX-License-Identifier: MIT
#include "daemon/sources/device/backlog.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kBlockSamples = 1000;
constexpr double kSampleRate = 1e6;  // a block takes a millisecond

// A device that takes blocks without a pause. Gives how much younger than it is the newest block is thought to be.
class BacklogTest : public testing::Test {
 protected:
  Backlog::Clock::duration arrive(Backlog::Clock::duration late) {
    taken_ += 1ms;
    backlog_.arrived(kBlockSamples, taken_ + late);
    return backlog_.newest_block_taken() - (taken_ - 1ms);
  }

  Backlog backlog_{kSampleRate};
  Backlog::Clock::time_point taken_{1000s};  // the last sample of the newest block
};

TEST_F(BacklogTest, ABlockThatComesAtOnceWasTakenWhileItCame) {
  for (int i = 0; i < 3000; ++i) EXPECT_EQ(arrive(0ms), 0ms);
}

TEST_F(BacklogTest, AQueueIsAsOldAsItIsHoweverLateItComes) {
  arrive(0ms);
  for (int block = 0; block < 300; ++block) EXPECT_EQ(arrive(300ms - block * 1ms), 0ms) << block;
}

TEST_F(BacklogTest, TheLastBlockOfTheFirstQueueSaysWhenTheOthersWereTaken) {
  for (int block = 0; block < 20; ++block) EXPECT_EQ(arrive(20ms - block * 1ms), 20ms - block * 1ms);
  for (int block = 0; block < 20; ++block) EXPECT_EQ(arrive(5ms), 1ms);
}

TEST_F(BacklogTest, WhatIsKnownIsKeptForHalfASecondAtLeastAndASecondAtMost) {
  arrive(0ms);
  for (int block = 0; block < 500; ++block) EXPECT_EQ(arrive(20ms), 0ms) << block;
  for (int block = 0; block < 1000; ++block) arrive(20ms);
  EXPECT_EQ(arrive(20ms), 20ms) << "as it does when samples were lost";
}

TEST_F(BacklogTest, ALossThatIsKnownMakesNoDifference) {
  arrive(0ms);
  backlog_.lost(7 * kBlockSamples);
  taken_ += 7ms;
  EXPECT_EQ(arrive(3ms), 0ms);
}

}  // namespace
}  // namespace spectrumd
