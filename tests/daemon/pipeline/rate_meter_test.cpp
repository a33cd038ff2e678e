// SPDX-License-Identifier: MIT
#include "daemon/pipeline/rate_meter.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

TEST(RateMeter, FollowsAChangeWithinItsTenSeconds) {
  RateMeter meter;
  RateMeter::Clock::time_point now{};
  std::uint64_t total = 0;
  for (int i = 0; i < 3000; ++i) meter.note(total += 24'000, now += 10ms);
  EXPECT_NEAR(meter.per_second(), 2.4e6, 1);
  for (int i = 0; i < 1100; ++i) meter.note(total += 10'000, now += 10ms);
  EXPECT_NEAR(meter.per_second(), 1e6, 1);
}

TEST(RateMeter, SaysNothingBeforeItKnows) {
  RateMeter meter;
  EXPECT_EQ(meter.per_second(), 0);
  meter.note(1, RateMeter::Clock::time_point{});
  meter.note(1000, RateMeter::Clock::time_point{} + 100ms);
  EXPECT_EQ(meter.per_second(), 0);
}

}  // namespace
}  // namespace spectrumd
