// SPDX-License-Identifier: MIT
#include "daemon/watch/floor_rise_watch.h"

#include "tests/daemon/watch/rules.h"

namespace spectrumd {
namespace {

TEST_F(Rules, FloorRiseComparesWithTheMinutesBefore) {
  set(rule_of(RuleKind::FloorRise));
  NoiseRows noise({.bins = 512, .ffts = 586, .seconds = 1}, 5);
  const auto run_noise = [&](int seconds) {
    for (int i = 0; i < seconds; ++i) look(*noise.next());
  };
  run_noise(300);
  EXPECT_EQ(state(), RuleState::State::Learning);
  run_noise(400);
  EXPECT_EQ(state(), RuleState::State::Watching);
  for (double& floor : noise.floor_db) floor += 5;
  run_noise(90);
  EXPECT_EQ(begun_, 1);
  EXPECT_NEAR(only().peak, -85, 0.1);
  EXPECT_NEAR(only().floor, -90, 0.1);
  run_noise(1200);
  EXPECT_EQ(ended_, 0) << "it does not become usual while it lasts";
  for (double& floor : noise.floor_db) floor -= 5;
  run_noise(90);
  EXPECT_EQ(ended_, 1);
}

// Rows of a second, whose floor is known after eleven minutes.
class FloorRise : public Rules {
 protected:
  NoiseRows noise_{{.bins = 512, .ffts = 586, .seconds = 1}, 5};

  void run_noise(int seconds) {
    for (int i = 0; i < seconds; ++i) look(*noise_.next());
  }
  void raise(double db) {
    for (double& floor : noise_.floor_db) floor += db;
  }
  void restart(double pause) { Rules::restart(noise_, rule_of(RuleKind::FloorRise), pause); }
};

TEST_F(FloorRise, KnowsItsDayAfterARestart) {
  set(rule_of(RuleKind::FloorRise));
  run_noise(700);
  restart(3600);
  raise(5);
  run_noise(90);
  ASSERT_EQ(begun_, 1);
  EXPECT_NEAR(only().floor, -90, 0.1);
}

TEST_F(FloorRise, LearnsItsDayAgainAfterAnotherDay) {
  set(rule_of(RuleKind::FloorRise));
  run_noise(700);
  restart(86500);
  EXPECT_EQ(state(), RuleState::State::Learning);
}

TEST_F(FloorRise, EndsAnAlarmWhoseFloorIsForgotten) {
  set(rule_of(RuleKind::FloorRise));
  Alarm alarm;
  alarm.rule = 1;
  alarm.begin = NoiseRows::begin();
  alarm.last_on = alarm.begin + std::chrono::seconds(90);
  ASSERT_TRUE(sentry_.resume(alarm));
  run_noise(1);
  EXPECT_EQ(only().reason, "interrupted");
  run_noise(700);
  EXPECT_EQ(state(), RuleState::State::Watching);
}

TEST_F(FloorRise, KnowsItsDayWhenItsRuleIsRenamed) {
  Rule rule = rule_of(RuleKind::FloorRise);
  set(rule);
  run_noise(700);
  rule.name = "another";
  set(rule);
  run_noise(1);
  EXPECT_EQ(state(), RuleState::State::Watching);
  rule.range = Span{{from(100)}, {to(200)}};
  set(rule);
  run_noise(1);
  EXPECT_EQ(state(), RuleState::State::Learning);
}

TEST_F(FloorRise, KnowsItsDayWhenTheRadioWasSilent) {
  set(rule_of(RuleKind::FloorRise));
  run_noise(700);
  with([&](AlarmChanges& changes) { sentry_.wait(NoiseRows::begin(), 60, changes); });
  EXPECT_EQ(state(), RuleState::State::Waiting);
  run_noise(1);
  EXPECT_EQ(state(), RuleState::State::Watching);
}

}  // namespace
}  // namespace spectrumd
