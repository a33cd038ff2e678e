// SPDX-License-Identifier: MIT
#include "daemon/watch/occupancy_watch.h"

#include "tests/daemon/watch/rules.h"

namespace spectrumd {
namespace {

TEST_F(Rules, OccupancyKnowsItsPeriodAfterARestart) {
  Rule rule = rule_of(RuleKind::Occupancy, Span{{from(200)}, {to(200)}});
  rule.period = 60;
  rule.level = 30;
  set(rule);
  run(60, 200, -60);
  const auto memories = sentry_.memories(NoiseRows::begin() + std::chrono::seconds(60));
  ASSERT_EQ(memories.size(), 1);
  for (const double pause : {10.0, 70.0}) {
    sentry_ = Sentry();
    set(rule);
    sentry_.recall(memories[0], memories[0].until + std::chrono::seconds(std::llround(pause)));
    run(0.1, 200, -60);
    EXPECT_EQ(state(), pause < 60 ? RuleState::State::Alarm : RuleState::State::Learning);
  }
}

TEST_F(Rules, OccupancyCountsOverItsPeriod) {
  Rule rule = rule_of(RuleKind::Occupancy, Span{{from(200)}, {to(200)}});
  rule.period = 60;
  rule.level = 30;
  set(rule);
  for (int i = 0; i < 120; ++i) {
    run(0.2, 200, -60);
    run(0.8);
  }
  EXPECT_EQ(begun_, 0);
  for (int i = 0; i < 120; ++i) {
    run(0.5, 200, -60);
    run(0.5);
  }
  EXPECT_EQ(begun_, 1);
  EXPECT_NEAR(only().peak, 50, 3);
}

}  // namespace
}  // namespace spectrumd
