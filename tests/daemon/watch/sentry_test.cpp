// SPDX-License-Identifier: MIT
#include "daemon/watch/sentry.h"

#include "tests/daemon/watch/rules.h"

namespace spectrumd {
namespace {

TEST_F(Rules, WaitOutsideOfTheSpan) {
  set(rule_of(RuleKind::Above, Span{{88e6}, {88.1e6}}));
  run(1);
  EXPECT_EQ(state(), RuleState::State::Waiting);
  EXPECT_FALSE(sentry_.find(1)->state().reason.empty());
}

TEST_F(Rules, EndTheirAlarmsWithTheTuning) {
  set(rule_of(RuleKind::Appear));
  run(3, 200, -60);
  ASSERT_EQ(begun_, 1);
  const auto row = noise_.next();
  row->generation = 2;
  look(*row);
  EXPECT_EQ(ended_, 1);
  EXPECT_EQ(only().reason, "retuned");
  EXPECT_NEAR(since_begin(*only().end), 3, 0.06);
}

TEST_F(Rules, EndTheirAlarmsWhenTheyAreChanged) {
  Rule rule = rule_of(RuleKind::Appear);
  set(rule);
  run(3, 200, -60);
  rule.enabled = false;
  set(rule);
  EXPECT_EQ(ended_, 1);
  EXPECT_EQ(only().reason, "changed");
  EXPECT_EQ(sentry_.find(1), nullptr);
}

TEST_F(Rules, ContinueAnAlarmAfterARestart) {
  set(rule_of(RuleKind::Appear));
  Alarm before;
  before.id = 42;
  before.rule = 1;
  before.begin = NoiseRows::begin() - std::chrono::seconds(60);
  before.last_on = NoiseRows::begin();
  before.frequency = noise_.hertz_of(200);
  before.width = 5000;
  before.peak = -50;
  EXPECT_TRUE(sentry_.resume(before));
  run(5, 200, -60);
  EXPECT_EQ(begun_, 0);
  EXPECT_EQ(only().id, 42);
  EXPECT_EQ(only().peak, -50);
  run(10);
  EXPECT_EQ(ended_, 1);
  EXPECT_EQ(only().begin, before.begin);
}

TEST_F(Rules, AreNotQuickerAfterAnAlarmThatARestartInterrupted) {
  Rule rule = rule_of(RuleKind::Above, Span{{from(200)}, {to(200)}});
  rule.least = 5;
  set(rule);
  Alarm before;
  before.rule = 1;
  before.begin = NoiseRows::begin() - std::chrono::seconds(60);
  before.last_on = NoiseRows::begin();
  EXPECT_TRUE(sentry_.resume(before));
  run(60);
  EXPECT_EQ(ended_, 1);
  run(2, 200, -60);
  EXPECT_EQ(begun_, 0) << "shorter than the rule asks for";
}

TEST_F(Rules, EndAnAlarmThatARestartOutlived) {
  set(rule_of(RuleKind::Appear));
  Alarm before;
  before.id = 42;
  before.rule = 1;
  before.begin = NoiseRows::begin() - std::chrono::seconds(60);
  before.last_on = NoiseRows::begin() - std::chrono::seconds(30);
  before.frequency = noise_.hertz_of(200);
  EXPECT_TRUE(sentry_.resume(before));
  run(10);
  EXPECT_EQ(ended_, 1);
  EXPECT_EQ(only().end, before.last_on);
}

// Five minutes of 1024 bins, all kinds at their usual settings and more eager ones: six million bins.
TEST_F(Rules, AreSilentAboutNoise) {
  NoiseRows noise({.bins = 1024}, 99);
  std::int64_t id = 0;
  for (const auto kind : {RuleKind::Above, RuleKind::Appear, RuleKind::Vanish, RuleKind::FloorRise, RuleKind::Occupancy,
                          RuleKind::Health}) {
    Rule rule = usual_rule(kind);
    rule.id = ++id;
    set(rule);
    rule.id = ++id;
    rule.bursts = true;
    rule.least = 0;
    if (kind == RuleKind::Appear) set(rule);
  }
  for (int i = 0; i < 5 * 60 * 20; ++i) look(*noise.next());
  EXPECT_EQ(begun_, 0);
}

}  // namespace
}  // namespace spectrumd
