// SPDX-License-Identifier: MIT
#include "daemon/outputs/picture/axis_ticks.h"

#include <gtest/gtest.h>

#include "daemon/outputs/local_time.h"
#include "tests/daemon/outputs/time_zone.h"

namespace spectrumd {
namespace {

using namespace std::chrono;

std::vector<std::string> labels_of(const std::vector<TimeTick>& ticks) {
  std::vector<std::string> labels;
  for (const TimeTick& tick : ticks) labels.push_back(tick.label);
  return labels;
}

TEST(AxisTicks, AreRoundFrequencies) {
  const FrequencyTicks axis = frequency_ticks({98.8e6}, {101.2e6}, 6);
  EXPECT_EQ(axis.unit, "MHz");
  ASSERT_EQ(axis.ticks.size(), 5U);
  EXPECT_EQ(axis.ticks.front().label, "99.0");
  EXPECT_EQ(axis.ticks.back().label, "101.0");
  EXPECT_DOUBLE_EQ(axis.ticks[2].at.value, 100e6);
}

TEST(AxisTicks, HaveAsManyDecimalsAsTheirStep) {
  EXPECT_EQ(frequency_ticks({433.9e6}, {433.91e6}, 5).ticks[1].label, "433.902");
  EXPECT_EQ(frequency_ticks({0}, {30e6}, 4).ticks[1].label, "10");
  EXPECT_EQ(frequency_ticks({-500}, {500}, 2).ticks[0].label, "-500");
}

TEST(AxisTicks, ShowTheDateFirstAndOnANewDay) {
  const TimeZone zone("UTC");
  const Time since = *parse_time("2026-11-22T22:30:00Z");
  EXPECT_EQ(labels_of(time_ticks(since, since + 3h, 3)),
            (std::vector<std::string>{"2026-11-22 23:00", "2026-11-23 00:00", "01:00"}));
  EXPECT_EQ(labels_of(time_ticks(since, since + 5s, 3)),
            (std::vector<std::string>{"2026-11-22 22:30:00", "22:30:02", "22:30:04"}));
  EXPECT_EQ(labels_of(time_ticks(since, since + 72h, 3)),
            (std::vector<std::string>{"2026-11-23", "2026-11-24", "2026-11-25"}));
}

TEST(AxisTicks, FollowTheClockThroughSummerTime) {
  const TimeZone zone(kBerlin);
  const auto autumn = labels_of(time_ticks(local_midnight(2026y / 10 / 25), local_midnight(2026y / 10 / 26), 30));
  EXPECT_EQ(autumn.size(), 25U);
  EXPECT_EQ((std::vector(autumn.begin() + 1, autumn.begin() + 5)),
            (std::vector<std::string>{"01:00", "02:00", "02:00", "03:00"}));
  const auto spring = labels_of(time_ticks(local_midnight(2026y / 3 / 29), local_midnight(2026y / 3 / 30), 30));
  EXPECT_EQ(spring.size(), 23U);
  EXPECT_EQ(spring[2], "03:00");
  EXPECT_EQ(labels_of(time_ticks(local_midnight(2026y / 3 / 29), local_midnight(2026y / 3 / 30), 4)),
            (std::vector<std::string>{"2026-03-29 00:00", "06:00", "12:00", "18:00"}));
}

TEST(AxisTicks, AreRoundLevels) { EXPECT_EQ(level_ticks(-103.5, -22, 5), (std::vector<double>{-100, -80, -60, -40})); }

}  // namespace
}  // namespace spectrumd
