// SPDX-License-Identifier: MIT
#include "daemon/outputs/local_time.h"

#include <gtest/gtest.h>

#include "tests/daemon/outputs/time_zone.h"

namespace spectrumd {
namespace {

using namespace std::chrono;

auto hours_of(year_month_day date) {
  return duration_cast<hours>(local_midnight(day_after(date)) - local_midnight(date)).count();
}

TEST(LocalTime, KnowsDaysOf23And25Hours) {
  const TimeZone zone(kBerlin);
  EXPECT_EQ(hours_of(2026y / 3 / 28), 24);
  EXPECT_EQ(hours_of(2026y / 3 / 29), 23);
  EXPECT_EQ(hours_of(2026y / 10 / 25), 25);
  EXPECT_EQ(format_time(local_midnight(2026y / 3 / 29)), "2026-03-28T23:00:00.000000Z");
  EXPECT_EQ(format_time(local_midnight(2026y / 3 / 30)), "2026-03-29T22:00:00.000000Z");
}

TEST(LocalTime, BeginsADayAtOneWhereThereIsNoMidnight) {
  const TimeZone zone(kMidnightChange);
  const year_month_day date = 2026y / 10 / 18;
  EXPECT_EQ(local_clock(local_midnight(date)).date, date);
  EXPECT_EQ(local_clock(local_midnight(date)).of_day, 1h);
  EXPECT_EQ(local_clock(local_midnight(date) - 1s).date, year_month_day(2026y / 10 / 17));
  EXPECT_EQ(hours_of(date), 23);
}

TEST(LocalTime, KnowsLeapDays) {
  const TimeZone zone(kBerlin);
  EXPECT_EQ(date_text(day_after(2028y / 2 / 28)), "2028-02-29");
  EXPECT_EQ(date_text(day_after(2026y / 2 / 28)), "2026-03-01");
}

TEST(LocalTime, ReadsOnlyDatesThatExist) {
  EXPECT_EQ(parse_date("2028-02-29"), year_month_day(2028y / 2 / 29));
  for (const char* const text : {"", "2026-02-29", "2026-2-09", "2026-13-01", "2026-11-22.png", "../../etc",
                                 "2026/11/22", "1969-12-31", "2262-01-01", "9999-12-31"})
    EXPECT_FALSE(parse_date(text)) << text;
}

}  // namespace
}  // namespace spectrumd
