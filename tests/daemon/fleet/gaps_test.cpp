// SPDX-License-Identifier: MIT
#include "daemon/fleet/gaps.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace spectrumd {
namespace {

TEST(Gaps, BeginWithEverything) {
  const Gaps gaps;
  EXPECT_EQ(gaps.live(), (Gap{kBeforeAll, kAfterAll}));
  EXPECT_FALSE(gaps.backlog());
}

TEST(Gaps, KeepWhatIsBeforeTheNewest) {
  Gaps gaps;
  gaps.delivered(gaps.live(), {1, 50}, {1, 60}, false);
  EXPECT_EQ(gaps.live(), (Gap{{1, 60}, kAfterAll}));
  EXPECT_EQ(gaps.backlog(), (Gap{kBeforeAll, {1, 50}}));
  gaps.delivered(*gaps.backlog(), {1, 40}, {1, 49}, false);
  EXPECT_EQ(gaps.backlog(), (Gap{kBeforeAll, {1, 40}})) << "shrinks from its end";
  gaps.delivered(*gaps.backlog(), {1, 1}, {1, 39}, true);
  EXPECT_FALSE(gaps.backlog());
}

TEST(Gaps, AreClosedWhereThereIsNothing) {
  Gaps gaps;
  gaps.delivered(gaps.live(), {1, 50}, {1, 60}, false);
  gaps.nothing_in(gaps.live());
  EXPECT_EQ(gaps.all().size(), 2U) << "but for the end, where something will be";
  gaps.nothing_in(*gaps.backlog());
  EXPECT_EQ(gaps.all().size(), 1U);
}

// Outages at random: what is delivered in any order is all of it, nothing twice, and the newest first.
TEST(Gaps, LoseNothing) {
  std::minstd_rand random(1);
  for (int round = 0; round < 100; ++round) {
    Gaps gaps;
    std::int64_t made = 0;
    std::set<std::int64_t> there;
    const auto deliver = [&](const Gap& gap) {
      const std::int64_t after = gap.after.number, before = gap.before == kAfterAll ? made + 1 : gap.before.number;
      if (before - after <= 1) return gaps.nothing_in(gap);
      const std::int64_t first = std::max(after + 1, before - 5);
      for (std::int64_t i = first; i < before; ++i) ASSERT_TRUE(there.insert(i).second) << i << " twice";
      gaps.delivered(gap, {0, first}, {0, before - 1}, first == after + 1);
    };
    for (int step = 0; step < 50; ++step) {
      made += static_cast<std::int64_t>(random() % 30);
      deliver(gaps.live());
      if (random() % 2 == 0 && gaps.backlog()) deliver(*gaps.backlog());
      gaps = Gaps(gaps.all());  // a restart
    }
    deliver(gaps.live());
    while (gaps.backlog()) deliver(*gaps.backlog());
    EXPECT_EQ(static_cast<std::int64_t>(there.size()), made + 1) << "from 0";
  }
}

}  // namespace
}  // namespace spectrumd
