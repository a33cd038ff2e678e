// SPDX-License-Identifier: MIT
#include "gpufft/cuda/groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

// Needs neither a device nor CUDA: in every build.
namespace gpufft::cuda {

inline void PrintTo(const Groups& groups, std::ostream* out) {
  *out << groups.count << " groups, " << groups.per_row << " per row, " << groups.frames_per_row
       << " frames in each row, " << groups.frames_each << " in each group";
}

namespace {

constexpr std::size_t kAtOnce[] = {1, 2, 7, 8, 33, 64, 528, 1500, 2640}, kMostFrames[] = {1, 3, 8, 16, 128, 256};

// Each frame is in exactly one group, and no group is empty or larger than the plan can fold.
void expect_all_frames_shared(const Groups& groups, const RowsShape& shape, const GroupLimits& limits) {
  ASSERT_EQ(groups.count, shape.rows * groups.per_row);
  ASSERT_EQ(groups.frames_per_row, shape.frames_per_row);
  ASSERT_LE(groups.frames_each, limits.most_frames) << testing::PrintToString(groups);
  const std::size_t before_last = std::size_t{groups.per_row - 1} * groups.frames_each;
  ASSERT_LT(before_last, shape.frames_per_row) << testing::PrintToString(groups);
  ASSERT_LE(shape.frames_per_row - before_last, groups.frames_each) << testing::PrintToString(groups);
}

template <typename Check>
void for_all_limits(Check check) {
  for (const std::size_t at_once : kAtOnce) {
    for (const std::size_t most_frames : kMostFrames) {
      SCOPED_TRACE(testing::Message() << at_once << " groups at once, " << most_frames << " frames in a group");
      check(GroupLimits{at_once, most_frames});
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(CudaGroups, ShareEveryNumberOfFrames) {
  for_all_limits([](const GroupLimits& limits) {
    for (std::size_t frames = 1; frames <= 66000; frames += 1 + frames / 512)
      ASSERT_NO_FATAL_FAILURE(expect_all_frames_shared(share_out({frames, 1}, limits), {frames, 1}, limits));
  });
}

// The memory of a plan is sized once: a call with fewer frames must never need more groups than fit it.
TEST(CudaGroups, NoCallNeedsMoreGroupsThanItsPlanHasMemoryFor) {
  for_all_limits([](const GroupLimits& limits) {
    std::size_t most = 0;  // over all calls so far
    for (std::size_t frames = 1; frames <= 66000; ++frames) {
      const Groups groups = share_out({frames, 1}, limits);
      if (groups.per_row > 1) most = std::max<std::size_t>(most, groups.count);
      ASSERT_LE(most, most_groups_to_join({frames, 1}, limits)) << "planned for " << frames << " frames";
    }
  });
}

TEST(CudaGroups, NoCallOfSeveralRowsNeedsMoreEither) {
  for_all_limits([](const GroupLimits& limits) {
    std::size_t most[41][41] = {};  // over all calls of at most so many rows and frames
    for (std::size_t rows = 1; rows <= 40; ++rows) {
      for (std::size_t frames = 1; frames <= 40; ++frames) {
        const RowsShape shape{frames, rows};
        const Groups groups = share_out(shape, limits);
        ASSERT_NO_FATAL_FAILURE(expect_all_frames_shared(groups, shape, limits));
        const std::size_t here = groups.per_row > 1 ? groups.count : 0;
        most[rows][frames] = std::max({here, most[rows - 1][frames], most[rows][frames - 1]});
        ASSERT_LE(most[rows][frames], most_groups_to_join(shape, limits)) << rows << " rows of " << frames;
      }
    }
  });
}

// A loose bound wastes memory: it must not exceed the groups of the largest call, or those that the device runs at
// once.
TEST(CudaGroups, TakeNoMemoryWithoutNeed) {
  for_all_limits([](const GroupLimits& limits) {
    for (std::size_t frames = 1; frames <= 5000; ++frames) {
      const std::size_t groups = share_out({frames, 1}, limits).count;
      ASSERT_LE(most_groups_to_join({frames, 1}, limits), std::max(groups, limits.at_once)) << frames << " frames";
    }
  });
  EXPECT_EQ(most_groups_to_join({1, 1000}, {1500, 256}), 0U);
  EXPECT_EQ(most_groups_to_join({256, 8}, {1, 256}), 0U);
}

TEST(CudaGroups, KeepTheDeviceBusyWithoutJoiningMoreThanThat) {
  EXPECT_EQ(share_out({8, 16384}, {1500, 256}).per_row, 1U);
  EXPECT_EQ(share_out({16, 1}, {8, 256}).per_row, 8U);
  EXPECT_EQ(share_out({15, 1}, {8, 256}).per_row, 8U);
  EXPECT_EQ(share_out({5, 1}, {4, 256}).per_row, 3U);
  EXPECT_EQ(share_out({65536, 1}, {2640, 256}).per_row, 1024U);
}

}  // namespace
}  // namespace gpufft::cuda
