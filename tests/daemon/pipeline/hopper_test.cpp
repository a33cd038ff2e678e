// SPDX-License-Identifier: MIT
#include "daemon/pipeline/hopper.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

class HopperTest : public testing::Test {
 protected:
  HopperTest() {
    tuning_.span = Span{{88e6}, {93e6}};
    plan_ = *plan_sweep(tuning_, 4096, 0.01);  // three hops
    plan_.generation = 5;
    hopper_.emplace(plan_, tuning_);
    tuned_ = {.center = plan_.center(0, false), .rate = tuning_.rate, .generation = 5};
  }
  std::optional<TuningRequest> hear(std::size_t samples) { return hopper_->note({.tuned = tuned_}, samples); }

  Tuning tuning_;
  SweepPlan plan_;
  std::optional<Hopper> hopper_;
  Tuned tuned_;
};

TEST_F(HopperTest, GoesRoundAndEveryOtherTimeHigher) {
  for (int hop = 1; hop <= 9; ++hop) {
    const auto next = hear(plan_.hop_samples);
    ASSERT_TRUE(next);
    const auto index = static_cast<std::size_t>(hop % 3);
    EXPECT_EQ(next->tuning.center, plan_.center(index, hop / 3 % 2 == 1)) << hop;
    EXPECT_EQ(next->generation, 5U);
    tuned_.center = next->tuning.center;
  }
}

TEST_F(HopperTest, WaitsUntilAHopWasHeardForLongEnough) {
  EXPECT_FALSE(hear(plan_.hop_samples - 1));
  EXPECT_TRUE(hear(1));
}

TEST_F(HopperTest, CountsOnlyWhatIsHeardThere) {
  tuned_.center.value += 1e6;
  EXPECT_FALSE(hear(plan_.hop_samples));
  tuned_.center.value -= 1e6 - 900;  // tuners do not go everywhere
  EXPECT_FALSE(hear(plan_.hop_samples - 1));
  EXPECT_TRUE(hear(1));
}

TEST_F(HopperTest, RepeatsARequestThatGotLost) {
  tuned_.generation = 4;
  EXPECT_FALSE(hear(2'399'999));
  const auto again = hear(1);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->tuning.center, plan_.center(0, false));
  EXPECT_FALSE(hear(1));
}

}  // namespace
}  // namespace spectrumd
