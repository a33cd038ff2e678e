// SPDX-License-Identifier: MIT
#include "gpufft/planning/stopwatch.h"

#include <gtest/gtest.h>

#include <array>

namespace gpufft {
namespace {

TEST(Stopwatch, GivesTheLeastTheMedianAndTheTenthOfItsRounds) {
  Stopwatch watch;
  for (int round = 0; round < 21; ++round) watch.note(round * 8 % 21);  // 0 ... 20 in another order
  EXPECT_EQ(watch.rounds(), 21U);
  EXPECT_EQ(watch.least(), 0);
  EXPECT_EQ(watch.tenth(), 2);
  EXPECT_EQ(watch.median(), 10);
}

TEST(Stopwatch, TimesWorkByAnyClock) {
  double now = 5;
  EXPECT_EQ(seconds_of([&] { now += 2; }, [&] { return now; }), 2);
}

TEST(Stopwatch, LetsContendersTakeTurns) {
  std::vector<int> turns;
  const auto watches = time_in_turns(std::array{1, 2}, 3, [&](int contender) {
    turns.push_back(contender);
    return 10.0 * contender;
  });
  EXPECT_EQ(turns, (std::vector{1, 2, 1, 2, 1, 2}));
  ASSERT_EQ(watches.size(), 2U);
  EXPECT_EQ(watches[1].median(), 20);
}

TEST(Stopwatch, TakesTheLeastOfRounds) {
  int rounds = 0;
  EXPECT_GE(least_seconds(7, [&] { ++rounds; }), 0);
  EXPECT_EQ(rounds, 7);
}

}  // namespace
}  // namespace gpufft
