// SPDX-License-Identifier: MIT
#include "daemon/watch/baseline.h"

#include <gtest/gtest.h>

#include "tests/daemon/watch/noise_rows.h"

namespace spectrumd {
namespace {

using std::chrono::hours;

TEST(HourOfWeek, BeginsOnMonday) {
  EXPECT_EQ(hour_of_week(*parse_time("2026-11-23T00:00:00Z")), 0);  // a Monday
  EXPECT_EQ(hour_of_week(*parse_time("2026-11-22T23:59:59.9Z")), 167);
  EXPECT_EQ(hour_of_week(*parse_time("2028-02-29T13:00:00Z")), 24 + 13);  // a leap day, on a Tuesday
  EXPECT_EQ(hour_of_week(*parse_time("1969-12-29T00:30:00Z")), 0);        // before 1970
}

TEST(LevelCounts, HasTheQuantilesOfWhatItCounted) {
  LevelCounts counts;
  counts.clear(2);
  for (int i = 0; i < 1000; ++i) counts.add(std::vector<Centibel>{static_cast<Centibel>(-9000 + i), kNoLevel});
  EXPECT_NEAR(counts.quantile(0.1)[0], -8900, 2);
  EXPECT_NEAR(counts.quantile(0.5)[0], -8500, 2);
  EXPECT_NEAR(counts.quantile(0.9)[0], -8100, 2);
  EXPECT_EQ(counts.quantile(0.5)[1], kNoLevel);
}

TEST(LevelCounts, HoldsWhatIsBeyondItsSteps) {
  LevelCounts counts;
  counts.clear(1);
  counts.add(std::vector<Centibel>{-32000});
  EXPECT_NEAR(counts.quantile(0.5)[0], -17975, 26);
  counts.clear(1);
  counts.add(std::vector<Centibel>{32000});
  EXPECT_NEAR(counts.quantile(0.5)[0], 1975, 26);
}

TEST(UsualHour, FadesOlderWeeks) {
  const auto week = [](Centibel level, double weeks) { return UsualHour{{level}, {level}, {level}, weeks}; };
  UsualHour usual;
  usual.blend(week(-9000, 1));
  EXPECT_EQ(usual.median[0], -9000);
  usual.blend(week(-8000, 1));
  EXPECT_EQ(usual.median[0], -8500) << "the mean of two weeks";
  for (int i = 0; i < 20; ++i) usual.blend(week(-8500, 1));
  usual.blend(week(-7700, 1));
  EXPECT_EQ(usual.median[0], -8400) << "an eighth";
}

TEST(UsualHour, WeighsPartsOfHours) {
  UsualHour usual{{-9000}, {-9000}, {-9000}, 1};
  usual.blend({{-8000}, {-8000}, {-8000}, 0.25});
  EXPECT_EQ(usual.median[0], -8800);
}

// Rows of ten seconds for an hour and a bit.
TEST(BaselineMeter, GivesEachHourOfTheClock) {
  BaselineMeter meter;
  std::optional<BaselineMeter::Hour> hour;
  std::size_t hours_found = 0;
  for (int i = 0; i < 2 * 360 + 2; ++i) {
    const auto row = make_row(static_cast<std::uint64_t>(i) + 1, {-9000, static_cast<Centibel>(-8000 + i % 100)},
                              3600.0 * 1000 + i * 10, 10);
    if (auto ended = meter.add(*row)) {
      hour = std::move(ended);
      ++hours_found;
    }
  }
  ASSERT_EQ(hours_found, 2);
  EXPECT_EQ(hour->of_week, hour_of_week(at_seconds(3600.0 * 1001)));
  EXPECT_NEAR(hour->usual.weeks, 1, 0.01);
  EXPECT_NEAR(hour->usual.median[0], -8975, 26) << "within its step";
  EXPECT_NEAR(hour->usual.p90[1], -7910, 10);
  EXPECT_NEAR(hour->usual.p10[1], -7990, 10);
}

TEST(BaselineMeter, SaysNothingOfAFewMinutes) {
  BaselineMeter meter;
  for (int i = 0; i < 20; ++i) meter.add(*make_row(static_cast<std::uint64_t>(i) + 1, {-9000}, 3600 + i * 10, 10));
  EXPECT_FALSE(meter.take());
}

TEST(BaselineMeter, BeginsAgainUnderAnotherTuning) {
  BaselineMeter meter;
  std::optional<BaselineMeter::Hour> ended;
  for (int i = 0; i < 200; ++i) {
    const auto row = make_row(static_cast<std::uint64_t>(i) + 1, {-9000}, 3600.0 * 1000 + i * 10, 10);
    if (i >= 100) row->generation = 2;
    if (auto hour = meter.add(*row)) ended = std::move(hour);
  }
  ASSERT_TRUE(ended);
  EXPECT_NEAR(ended->usual.weeks, 100.0 / 360, 0.01);
}

TEST(Stretched, RepeatsPooledBins) {
  EXPECT_EQ(stretched(std::vector<Centibel>{1, 2}, 4), (std::vector<Centibel>{1, 1, 2, 2}));
  EXPECT_EQ(stretched({}, 2), (std::vector<Centibel>{kNoLevel, kNoLevel}));
}

}  // namespace
}  // namespace spectrumd
