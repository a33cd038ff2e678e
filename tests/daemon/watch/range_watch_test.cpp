// SPDX-License-Identifier: MIT
#include "daemon/watch/range_watch.h"

#include "tests/daemon/watch/rules.h"

namespace spectrumd {
namespace {

TEST_F(Rules, AboveHasHysteresis) {
  Rule rule = rule_of(RuleKind::Above, Span{{from(200)}, {to(200)}});
  rule.reference = Reference::Absolute;
  rule.level = -70;
  rule.hysteresis = 4;
  set(rule);
  run(1, 200, -71.5);
  EXPECT_EQ(begun_, 0);
  run(1, 200, -68);
  EXPECT_EQ(begun_, 1);
  run(5, 200, -72);
  EXPECT_EQ(ended_, 0) << "still within the hysteresis";
  run(5, 200, -76);
  EXPECT_EQ(ended_, 1);
  EXPECT_NEAR(only().peak, -68, 0.6);
}

TEST_F(Rules, AboveLooksAtItsRangeAlone) {
  Rule rule = rule_of(RuleKind::Above, Span{{from(200)}, {to(200)}});
  set(rule);
  run(3, 203, -40);
  EXPECT_EQ(begun_, 0);
}

TEST_F(Rules, AboveTheUsualWaitsUntilThatIsKnown) {
  Rule rule = rule_of(RuleKind::Above);
  rule.reference = Reference::Usual;
  set(rule);
  run(3, 200, -60);
  EXPECT_EQ(state(), RuleState::State::Learning);
  std::vector<Centibel> usual(512, -8900);
  usual[200] = -6000;
  for (int i = 0; i < 60; ++i) {
    noise_.put(200, -60);
    look(*noise_.next(), usual);
  }
  EXPECT_EQ(begun_, 0) << "it is always there at this hour";
  for (int i = 0; i < 60; ++i) {
    noise_.put(201, -60);
    look(*noise_.next(), usual);
  }
  EXPECT_EQ(begun_, 1);
}

TEST_F(Rules, BelowFindsAWeakBeacon) {
  Rule rule = rule_of(RuleKind::Below, Span{{from(200)}, {to(200)}});
  rule.reference = Reference::Absolute;
  rule.level = -70;
  set(rule);
  run(10, 200, -60);
  EXPECT_EQ(begun_, 0);
  run(5, 200, -75);
  EXPECT_EQ(begun_, 1);
  run(5, 200, -60);
  EXPECT_EQ(ended_, 1);
}

TEST_F(Rules, VanishNeedsToHaveSeenIt) {
  set(rule_of(RuleKind::Vanish, Span{{from(200)}, {to(200)}}));
  run(60);
  EXPECT_EQ(begun_, 0) << "it never was there";
  run(15, 200, -60);
  run(15);
  EXPECT_EQ(begun_, 1);
  EXPECT_NEAR(since_begin(only().begin), 75, 0.1);
  run(15, 200, -60);
  EXPECT_EQ(ended_, 1);
  EXPECT_EQ(only().reason, "back");
  EXPECT_NEAR(since_begin(*only().end), 90, 0.1);
}

TEST_F(Rules, VanishNoticesWhatWentWhileNothingWasReceived) {
  set(rule_of(RuleKind::Vanish, Span{{from(200)}, {to(200)}}));
  run(15, 200, -60);
  with([&](AlarmChanges& changes) { sentry_.wait(NoiseRows::begin() + std::chrono::seconds(75), 60, changes); });
  noise_.skip(60);
  run(15);
  EXPECT_EQ(begun_, 1);
  EXPECT_NEAR(since_begin(only().begin), 15, 0.1);
}

TEST_F(Rules, VanishNoticesWhatWentDuringARestart) {
  const Rule rule = rule_of(RuleKind::Vanish, Span{{from(200)}, {to(200)}});
  set(rule);
  run(15, 200, -60);
  restart(noise_, rule, 3600);
  run(15);
  ASSERT_EQ(begun_, 1);
  EXPECT_NEAR(since_begin(only().begin), 15, 0.1);
  EXPECT_NEAR(only().frequency, noise_.hertz_of(200), 2400);
  EXPECT_NEAR(only().peak, -60, 0.3);
  restart(noise_, rule, 3600);
  run(60);
  EXPECT_EQ(begun_, 1) << "it is known to be gone";
}

TEST_F(Rules, VanishDoesNotFollowFromLostSamples) {
  set(rule_of(RuleKind::Vanish, Span{{from(200)}, {to(200)}}));
  run(15, 200, -60);
  run(60, 0, -1000, kRowGap);
  run(60, 0, -1000, kRowUnlocked);
  run(60, 0, -1000, kRowSimulated);
  run(5, 200, -60);
  EXPECT_EQ(begun_, 0);
}

TEST_F(Rules, MaskFollowsItsLines) {
  Rule rule = rule_of(RuleKind::Mask);
  rule.limits = {{{noise_.hertz_of(100)}, {-80}}, {{noise_.hertz_of(300)}, {-40}}};
  set(rule);
  run(2, 200, -61);
  run(2, 400, -20);
  run(2, 50, -20);
  EXPECT_EQ(begun_, 0) << "the line is at -60 dB there, and there is none outside of its ends";
  run(2, 200, -58);
  EXPECT_EQ(begun_, 1);
  EXPECT_NEAR(only().frequency, noise_.hertz_of(200), 1);
}

TEST_F(Rules, HealthFindsOverload) {
  Rule rule = rule_of(RuleKind::Health);
  rule.ailment = Ailment::Overload;
  set(rule);
  run(20);
  EXPECT_EQ(begun_, 0);
  for (int i = 0; i < 300; ++i) {
    const auto row = noise_.next(kRowClipped);
    row->clipped = 0.02;
    look(*row);
  }
  EXPECT_EQ(begun_, 1);
  EXPECT_NEAR(only().peak, 2, 1e-9);
}

TEST_F(Rules, HealthFindsSilence) {
  Rule rule = rule_of(RuleKind::Health);
  rule.least = 10;
  set(rule);
  run(5);
  const Time last = NoiseRows::begin() + std::chrono::seconds(5);
  for (int i = 1; i <= 30; ++i)
    with([&](AlarmChanges& changes) { sentry_.wait(last + std::chrono::seconds(i), i, changes); });
  EXPECT_EQ(begun_, 1);
  noise_.skip(30);
  run(20);
  EXPECT_EQ(ended_, 1);
}

}  // namespace
}  // namespace spectrumd
