// SPDX-License-Identifier: MIT
#include "daemon/pipeline/sweep_plan.h"

#include <gtest/gtest.h>

#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

Tuning spanning(double from, double to, double rate = 2.4e6) {
  Tuning tuning;
  tuning.rate = {rate};
  tuning.span = Span{{from}, {to}};
  return tuning;
}

TEST(SweepPlan, CoversTheSpanInEqualHops) {
  const auto plan = plan_sweep(spanning(88e6, 108e6), 4096, 0.01);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->hops, 12U);  // of 1.8 MHz
  EXPECT_EQ(plan->step, 3072U);
  EXPECT_EQ(plan->bins, 34134U);
  EXPECT_EQ(plan->center(0, false), Hertz{88.9e6});
  EXPECT_EQ(plan->center(11, false), Hertz{108.7e6});
  EXPECT_EQ(plan->hop_samples, 4096U + 72000U);
}

TEST(SweepPlan, NeverReachesBeyondAHop) {
  for (const std::size_t fft : {256, 300, 1000, 4096, 65536}) {
    const auto plan = plan_sweep(spanning(88e6, 108e6), fft, 0);
    EXPECT_LE(plan->step / 2 + plan->overlap + plan->shift, fft / 2) << fft;
    EXPECT_GT(plan->shift, 2 * plan->notch) << fft;
  }
}

TEST(SweepPlan, IsNotNeededForWhatOneHopCovers) {
  EXPECT_FALSE(plan_sweep(Tuning{}, 4096, 0));
  const Tuning narrow = spanning(100e6, 101.8e6);
  EXPECT_FALSE(plan_sweep(narrow, 4096, 0));
  EXPECT_EQ(first_tuning(narrow, std::nullopt).center, Hertz{100.9e6});
  EXPECT_FALSE(first_tuning(narrow, std::nullopt).span) << "radios that hop are read in short pieces";
  EXPECT_TRUE(plan_sweep(spanning(100e6, 101.9e6), 4096, 0));
}

// An R820T at 2.4 MS/s.
constexpr Span kStick{{25841250}, {1766e6}};

TEST(SweepPlan, KeepsEveryHopWithinTheTuner) {
  for (const auto& [from, to] : {std::pair(24e6, 1766e6), std::pair(27e6, 1766e6), std::pair(26e6, 1766e6),
                                 std::pair(24e6, 30e6), std::pair(1760e6, 1770e6), std::pair(20e6, 1.8e9)})
    for (const std::size_t fft : {256, 1000, 4096, 65536}) {
      const auto plan = plan_sweep(spanning(from, to), fft, 0, kStick);
      ASSERT_TRUE(plan);
      EXPECT_GE(plan->center(0, false), kStick.from) << from << " to " << to;
      EXPECT_LE(plan->center(plan->hops - 1, true), kStick.to) << from << " to " << to;
      EXPECT_LE(plan->spacing(), static_cast<double>(plan->step)) << "no hole";
      EXPECT_NEAR(plan->span().value, to - from, plan->bin.value) << "the row is as wide as requested";
    }
}

TEST(SweepPlan, CoversAllThatTheTunerReaches) {
  const auto plan = plan_sweep(spanning(24e6, 1766e6), 4096, 0, kStick);
  ASSERT_TRUE(plan);
  const auto bin_at = [&](double hz) { return (hz - plan->from.value) / plan->bin.value; };
  EXPECT_NEAR(static_cast<double>(plan->joint(0)), bin_at(24.94125e6), 1);
  EXPECT_GE(plan->joint(plan->hops), plan->bins) << "up to 1766 MHz";
  const auto part = reached_part(spanning(24e6, 1766e6), kStick);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->from, Hertz{24.94125e6});
  EXPECT_EQ(part->to, Hertz{1766e6});
  EXPECT_FALSE(reached_part(spanning(88e6, 108e6), kStick));
}

TEST(SweepPlan, JoinsHopsInTheMiddleBetweenThem) {
  const auto plan = plan_sweep(spanning(88e6, 108e6), 4096, 0);
  for (std::size_t hop = 0; hop <= plan->hops; ++hop) EXPECT_EQ(plan->joint(hop), hop * plan->step);
}

TEST(SweepPlan, NarrowSpansAreReceivedFromWhereTheTunerCanStand) {
  const Tuning partly = spanning(24e6, 25.5e6);
  EXPECT_FALSE(plan_sweep(partly, 4096, 0, kStick));
  EXPECT_EQ(first_tuning(partly, std::nullopt, kStick).center, kStick.from);
  const Tuning beyond = spanning(10e6, 11e6);
  EXPECT_EQ(first_tuning(beyond, std::nullopt, kStick).center, Hertz{10.5e6}) << "the source refuses it";
  EXPECT_TRUE(plan_sweep(spanning(1e6, 20e6), 4096, 0, kStick)) << "so it does with its hops";
}

TEST(SweepPlan, RefusesWhatTakesForEverOrHasNoResolution) {
  EXPECT_THROW(plan_sweep(spanning(0, 50e9), 4096, 0), TuningRefused);
  EXPECT_THROW(plan_sweep(spanning(88e6, 108e6), 128, 0), TuningRefused);
}

}  // namespace
}  // namespace spectrumd
