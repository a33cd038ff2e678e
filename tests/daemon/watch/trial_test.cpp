// SPDX-License-Identifier: MIT
#include "daemon/watch/trial.h"

#include <gtest/gtest.h>

#include "tests/daemon/watch/noise_rows.h"

namespace spectrumd {
namespace {

const UsualOf kNothingUsual = [](const Row&) { return std::span<const Centibel>(); };

Rule short_rule() {
  Rule rule = usual_rule(RuleKind::Appear);
  rule.gone = 1;
  return rule;
}

// Five bursts of a second, ten seconds apart.
void push_bursts(History& history, NoiseRows& noise) {
  for (int burst = 0; burst < 5; ++burst)
    for (int i = 0; i < 200; ++i) {
      if (i < 20) noise.put(100, -60);
      history.push(noise.next());
    }
}

TEST(Trial, FindsWhatTheRuleWouldHaveFound) {
  History history(kMiB * 64);
  NoiseRows noise({.bins = 256}, 4);
  push_bursts(history, noise);
  const Time begin = NoiseRows::begin();
  const Trial all = try_rule(short_rule(), rows_of(history, begin, begin + std::chrono::hours(1)), kNothingUsual);
  EXPECT_EQ(all.count, 5);
  ASSERT_EQ(all.alarms.size(), 5);
  EXPECT_NEAR(all.alarms[2].frequency, noise.hertz_of(100), 1);
  EXPECT_EQ(all.rows, 1000);
  EXPECT_NEAR(all.coarsest_seconds, 0.05, 1e-6);
  const auto from = begin + std::chrono::seconds(15), to = begin + std::chrono::seconds(35);
  EXPECT_EQ(try_rule(short_rule(), rows_of(history, from, to), kNothingUsual).count, 2);
  EXPECT_EQ(try_rule(short_rule(), rows_of(history, begin - std::chrono::hours(2), begin), kNothingUsual).rows, 0);
}

TEST(Trial, FindsBurstsInRowsThatWereMerged) {
  History history(2 * kMiB);  // most rows are merged into seconds, the oldest into more
  NoiseRows noise({.bins = 256}, 4);
  for (int i = 0; i < 4; ++i) push_bursts(history, noise);
  const Time begin = NoiseRows::begin();
  const Trial trial = try_rule(short_rule(), rows_of(history, begin, begin + std::chrono::hours(1)), kNothingUsual);
  EXPECT_GE(trial.coarsest_seconds, 1);
  EXPECT_GE(trial.count, 8);
  EXPECT_LE(trial.count, 20);
}

TEST(Trial, LeavesOutTheLearning) {
  History history(kMiB * 64);
  NoiseRows noise({.bins = 256}, 4);
  push_bursts(history, noise);
  Rule rule = short_rule();
  rule.enabled = false;
  rule.learns_until = NoiseRows::begin() + std::chrono::hours(1);
  const auto rows = rows_of(history, NoiseRows::begin(), NoiseRows::begin() + std::chrono::hours(1));
  EXPECT_EQ(try_rule(rule, rows, kNothingUsual).count, 5);
}

}  // namespace
}  // namespace spectrumd
