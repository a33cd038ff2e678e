// SPDX-License-Identifier: MIT
#include "daemon/feeds/influx/point_queue.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

TEST(PointQueue, DeliversTheOldestFirstTogether) {
  PointQueue queue(1000);
  queue.push("a 1\nb 1\n");
  queue.push("a 2\n");
  EXPECT_EQ(queue.front(1000, 1000), "a 1\nb 1\na 2\n");
  EXPECT_EQ(queue.front(1000, 1000), "a 1\nb 1\na 2\n") << "until it is done";
  queue.done();
  EXPECT_EQ(queue.front(1000, 1000), "");
  EXPECT_EQ(queue.delivered(), 3U);
  EXPECT_EQ(queue.bytes(), 0U);
}

TEST(PointQueue, SendsNoMoreThanAllowedButAlwaysABatch) {
  PointQueue queue(1000);
  for (const auto* lines : {"a 1\nb 1\n", "a 2\n", "a 3\n"}) queue.push(lines);
  EXPECT_EQ(queue.front(12, 1000), "a 1\nb 1\na 2\n");
  EXPECT_EQ(queue.front(1000, 3), "a 1\nb 1\na 2\n");
  EXPECT_EQ(queue.front(1, 1), "a 1\nb 1\n");
}

TEST(PointQueue, DropsTheOldestWhenFull) {
  PointQueue queue(12);
  queue.push("a 1\n");
  queue.push("a 2\nb 2\n");
  EXPECT_EQ(queue.lost(), 0U);
  queue.push("a 3\n");
  EXPECT_EQ(queue.lost(), 1U);
  EXPECT_EQ(queue.front(1000, 1000), "a 2\nb 2\na 3\n");
  queue.push("a line longer than all\n");
  EXPECT_EQ(queue.bytes(), 0U);
  EXPECT_EQ(queue.lost(), 5U);
}

TEST(PointQueue, CountsWhatWasRefused) {
  PointQueue queue(1000);
  queue.push("a 1\n");
  queue.push("a 2\n");
  EXPECT_EQ(queue.front(1, 1), "a 1\n");
  queue.refused();
  EXPECT_EQ(queue.lost(), 1U);
  EXPECT_EQ(queue.front(1000, 1000), "a 2\n");
}

}  // namespace
}  // namespace spectrumd
