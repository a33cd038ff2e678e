// SPDX-License-Identifier: MIT
#include "daemon/watch/appear_watch.h"

#include "tests/daemon/watch/rules.h"

namespace spectrumd {
namespace {

TEST_F(Rules, AppearFindsACarrierWithItsPlaceTimeAndLevel) {
  set(rule_of(RuleKind::Appear));
  run(5);
  run(3, 200, -70);
  EXPECT_EQ(state(), RuleState::State::Alarm);
  run(10);
  const Alarm alarm = only();
  EXPECT_EQ(begun_, 1);
  EXPECT_EQ(ended_, 1);
  EXPECT_NEAR(since_begin(alarm.begin), 5, 0.051);
  EXPECT_NEAR(since_begin(*alarm.end), 8, 0.051);
  EXPECT_EQ(alarm.reason, "gone");
  EXPECT_NEAR(alarm.frequency, noise_.hertz_of(200), 2400);
  EXPECT_NEAR(alarm.peak, -70, 0.3);
  EXPECT_NEAR(alarm.floor, -90, 1);
  EXPECT_NEAR(alarm.duty, 1, 0.05);
  EXPECT_EQ(state(), RuleState::State::Watching);
}

TEST_F(Rules, AppearMakesOneAlarmForEachSignal) {
  set(rule_of(RuleKind::Appear));
  run(1);
  for (int i = 0; i < 40; ++i) {
    for (const std::size_t bin : {50UL, 55UL, 300UL}) noise_.put(bin, -70);
    look(*noise_.next());
  }
  EXPECT_EQ(begun_, 3);
}

// As FM does: between words a carrier with two side bands, in words one broad hill.
TEST_F(Rules, AppearMakesOneAlarmOfASignalThatFallsIntoParts) {
  set(rule_of(RuleKind::Appear));
  run(1);
  for (int i = 0; i < 400; ++i) {
    if (i / 20 % 2 == 0) {
      for (const std::size_t bin : {240UL, 256UL, 272UL}) noise_.put(bin, -60);
    } else {
      for (std::size_t bin = 236; bin <= 276; ++bin) noise_.put(bin, -70);
    }
    look(*noise_.next());
  }
  EXPECT_LE(begun_, 3) << "the parts before they are known to be one";
  EXPECT_EQ(begun_ - ended_, 1);
  run(6);
  EXPECT_EQ(ended_, begun_);
}

TEST_F(Rules, AppearMakesOneAlarmOfCarrierAndSidebands) {
  set(rule_of(RuleKind::Appear));
  run_am(20, 200, {8, 12});
  ASSERT_EQ(alarms_.size(), 1);
  EXPECT_EQ(begun_, 1);
  EXPECT_NEAR(only().frequency, noise_.hertz_of(200), 1);
  EXPECT_NEAR(only().width, noise_.hertz_of(212) - noise_.hertz_of(187), 1);
}

TEST_F(Rules, AppearMakesOneAlarmOfWeakSidebands) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    noise_.seed(seed);
    set(rule_of(RuleKind::Appear));
    begun_ = 0;
    run_am(10, 200, {10}, -78.5);
    EXPECT_EQ(begun_, 1) << "seed " << seed;
    run(10);
  }
}

TEST_F(Rules, AppearAddsSidebandsThatComeLater) {
  set(rule_of(RuleKind::Appear));
  run(5, 200, -50);
  run_am(5, 200, {10});
  run(20, 200, -50);
  EXPECT_EQ(begun_, 1);
  EXPECT_EQ(alarms_.size(), 1);
}

TEST_F(Rules, AppearIsSilentAboutSidebandsOfTheKnown) {
  Rule rule = rule_of(RuleKind::Appear);
  rule.known = {{.range = {{from(200)}, {to(200)}}, .label = ""}};
  set(rule);
  run_am(5, 200, {10});
  EXPECT_EQ(begun_, 0);
}

TEST_F(Rules, AppearKeepsNeighboursApartThatCameOneByOne) {
  set(rule_of(RuleKind::Appear));
  run(2, 190, -60);
  for (int i = 0; i < 40; ++i) {
    for (const std::size_t bin : {190U, 210U}) noise_.put(bin, -60);
    look(*noise_.next());
  }
  run_am(5, 200, {10}, -60);
  EXPECT_EQ(begun_, 3);
  EXPECT_EQ(ended_, 0);
}

TEST_F(Rules, AppearKeepsUnequalNeighboursApart) {
  set(rule_of(RuleKind::Appear));
  for (int i = 0; i < 40; ++i) {
    for (const auto& [bin, level] : {std::pair(190U, -60.0), {200U, -50.0}, {210U, -63.0}}) noise_.put(bin, level);
    look(*noise_.next());
  }
  EXPECT_EQ(begun_, 3);
}

TEST_F(Rules, AppearFollowsADriftingCarrier) {
  set(rule_of(RuleKind::Appear));
  for (int i = 0; i < 600; ++i) {
    noise_.put(100 + static_cast<std::size_t>(i / 5), -70);  // 19 kHz a second
    look(*noise_.next());
  }
  EXPECT_EQ(begun_, 1);
  EXPECT_EQ(ended_, 0);
}

TEST_F(Rules, AppearIsSilentAboutTheIgnoredAndTheKnown) {
  Rule rule = rule_of(RuleKind::Appear);
  rule.ignored = {{{from(200)}, {to(200)}}};
  rule.known = {{{{from(300)}, {to(300)}}, "beacon"}};
  set(rule);
  run(3, 200, -60);
  run(3, 300, -60);
  EXPECT_EQ(begun_, 0);
  run(3, 400, -60);
  EXPECT_EQ(begun_, 1);
}

TEST_F(Rules, AppearLearnsWhatIsThere) {
  Rule rule = rule_of(RuleKind::Appear);
  rule.learns_until = NoiseRows::begin() + std::chrono::seconds(5);
  set(rule);
  run(5, 200, -60);
  const auto learnt = sentry_.take_learnt();
  ASSERT_EQ(learnt.size(), 1);
  ASSERT_EQ(learnt[0].known.size(), 1);
  EXPECT_LT(learnt[0].known[0].range.from.value, noise_.hertz_of(200));
  EXPECT_GT(learnt[0].known[0].range.to.value, noise_.hertz_of(200));
  EXPECT_TRUE(sentry_.take_learnt().empty());
  run(10, 200, -60);
  run(10);
  run(10, 200, -60);
  EXPECT_EQ(begun_, 0);
  run(3, 400, -60);
  EXPECT_EQ(begun_, 1);
}

TEST_F(Rules, AppearNeedsTheLeastDuration) {
  set(rule_of(RuleKind::Appear));  // half a second
  for (int i = 0; i < 10; ++i) {
    run(0.4, 200, -60);
    run(6);
  }
  EXPECT_EQ(begun_, 0);
}

// What the README says of the shortest burst: one transform of a row, 13 dB more than the noise may reach.
TEST_F(Rules, BurstsOfOneTransformAreFoundIfAskedFor) {
  Rule rule = rule_of(RuleKind::Appear);
  rule.least = 0;
  set(rule);
  run(1);
  noise_.put(200, -70, 1.0 / 29);  // 1.7 ms of 50 ms, 20 dB above the floor: 5.7 dB in the mean
  look(*noise_.next());
  EXPECT_EQ(begun_, 0) << "the mean hides it";
  rule.bursts = true;
  set(rule);
  noise_.put(200, -70, 1.0 / 29);
  look(*noise_.next());
  EXPECT_EQ(begun_, 1);
}

TEST_F(Rules, DutyTellsAJammerFromARemoteControl) {
  Rule rule = rule_of(RuleKind::Appear);
  rule.least = 10;
  rule.duty = 0.8;
  set(rule);
  for (int i = 0; i < 60; ++i) {
    run(0.3, 200, -60);
    run(0.7);
  }
  EXPECT_EQ(begun_, 0);
  run(12, 200, -60);
  EXPECT_EQ(begun_, 1);
}

}  // namespace
}  // namespace spectrumd
