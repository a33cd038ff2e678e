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

TEST(SweepPlan, RefusesWhatTakesForEverOrHasNoResolution) {
  EXPECT_THROW(plan_sweep(spanning(0, 50e9), 4096, 0), TuningRefused);
  EXPECT_THROW(plan_sweep(spanning(88e6, 108e6), 128, 0), TuningRefused);
}

}  // namespace
}  // namespace spectrumd
