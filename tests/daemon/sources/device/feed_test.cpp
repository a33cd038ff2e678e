// SPDX-License-Identifier: MIT
#include "daemon/sources/device/feed.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/daemon/sources/test_sink.h"
#include "tests/fakes/ticked_clock.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBlockBytes = 2000;
constexpr std::size_t kAnyQueue = std::size_t{1} << 30;

Tuned tuned(std::uint32_t generation) {
  return {.center = {100e6}, .rate = {1e6}, .generation = generation};  // a block takes a millisecond
}

// A radio whose blocks wait in a queue while our thread does not come to them.
class FeedTest : public testing::Test {
 protected:
  FeedTest() { feed_.begin(tuned(1), 0); }

  void pass_time(int blocks) {
    clock_.advance(blocks * 1ms);
    queued_ += blocks;
  }
  void empty_queue(int leave = 0) {
    for (; queued_ > leave; --queued_) feed_.take(block_, std::nullopt);
  }
  void run(int blocks) {
    for (int block = 0; block < blocks; ++block) {
      pass_time(1);
      empty_queue();
    }
  }
  // The tuner needs `blocks` to move, and nothing reads meanwhile.
  void retune(int blocks, std::size_t unsettled_bytes = 0, std::size_t queue_bytes = kAnyQueue) {
    feed_.moving();
    pass_time(blocks);
    feed_.settled(tuned(2), unsettled_bytes, queue_bytes);
  }
  std::size_t discarded_blocks() const { return sink_.discarded / kBlockBytes; }
  std::size_t kept_blocks(std::uint32_t generation) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(sink_.blocks, [&](const auto& block) { return block.tuned.generation == generation; }));
  }

  const std::vector<std::byte> block_ = std::vector<std::byte>(kBlockBytes);
  TickedClock clock_;
  TestSink sink_;
  Feed feed_{sink_, 0, 2, clock_.function()};
  int queued_ = 0;
};

TEST_F(FeedTest, WhatIsUnsettledAtTheStartIsDiscardedByItsNumber) {
  feed_.begin(tuned(1), 3 * kBlockBytes);
  run(5);
  EXPECT_EQ(discarded_blocks(), 3U);
  EXPECT_EQ(kept_blocks(1), 2U);
}

TEST_F(FeedTest, AfterARetuneTheBlockThatIsBeingFilledIsDiscarded) {
  run(10);
  clock_.advance(500us);
  feed_.moving();
  feed_.settled(tuned(2), 0, kAnyQueue);
  clock_.advance(500us);
  feed_.take(block_, std::nullopt);
  EXPECT_EQ(discarded_blocks(), 1U);
  run(3);
  EXPECT_EQ(discarded_blocks(), 1U);
  EXPECT_EQ(kept_blocks(2), 3U);
}

// A ghost of the hop before would be in the rows of the next.
TEST_F(FeedTest, AfterARetuneEverythingTakenBeforeItIsDiscardedHoweverMuchIsQueued) {
  run(10);
  pass_time(40);
  retune(2);
  pass_time(5);
  empty_queue();
  EXPECT_EQ(discarded_blocks(), 42U);
  EXPECT_EQ(kept_blocks(2), 5U);
  EXPECT_EQ(kept_blocks(1), 10U);
}

TEST_F(FeedTest, WhatIsReadWhileItMovesMakesNoDifference) {
  run(10);
  pass_time(40);
  feed_.moving();
  empty_queue(15);
  pass_time(2);
  feed_.settled(tuned(2), 0, kAnyQueue);
  pass_time(5);
  empty_queue();
  EXPECT_EQ(discarded_blocks(), 42U);
  EXPECT_EQ(kept_blocks(2), 5U);
}

TEST_F(FeedTest, WhatIsOnTheWayElsewhereIsDiscardedAfterTheQueue) {
  run(10);
  pass_time(40);
  retune(2, 3 * kBlockBytes);
  pass_time(5);
  empty_queue();
  EXPECT_EQ(discarded_blocks(), 45U);
  EXPECT_EQ(kept_blocks(2), 2U);
}

TEST_F(FeedTest, NoMoreThanAQueueHoldsIsDiscardedWhateverTheClockSays) {
  run(10);
  clock_.advance(200ms);  // the device has lost these, which makes all that follows look old
  retune(2, 0, 12 * kBlockBytes);
  pass_time(30);
  empty_queue();
  EXPECT_EQ(discarded_blocks(), 12U);
  EXPECT_EQ(kept_blocks(2), 20U);
}

TEST_F(FeedTest, DiscardedBlocksKeepTheirPlaceInTheNumbers) {
  run(10);
  retune(4);
  run(1);
  EXPECT_EQ(sink_.blocks.back().first_sample, 14U * kBlockBytes / 2);
}

// The clock sees what is left of an error that the ppm in force has corrected.
TEST_F(FeedTest, TheCrystalIsOffByWhatIsSeenAndWhatIsCorrected) {
  Tuned slow = tuned(1);
  slow.rate = {2000};
  slow.ppm = -20;
  feed_.begin(slow, 0);
  for (int half_second = 0; half_second < 120; ++half_second) {
    clock_.advance(499'975us);  // 50 ppm too fast
    feed_.take(block_, std::nullopt);
  }
  ASSERT_TRUE(feed_.facts().estimated_ppm);
  EXPECT_NEAR(*feed_.facts().estimated_ppm, 30, 1);
}

TEST_F(FeedTest, NothingPassesOnceItIsClosed) {
  run(1);
  feed_.close();
  run(3);
  EXPECT_EQ(sink_.blocks.size(), 1U);
}

}  // namespace
}  // namespace spectrumd
