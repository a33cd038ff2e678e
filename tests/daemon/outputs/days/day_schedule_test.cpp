// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <fstream>

#include "daemon/outputs/days/day_pictures.h"
#include "daemon/outputs/history_import.h"
#include "daemon/outputs/local_time.h"
#include "tests/daemon/outputs/time_zone.h"
#include "tests/daemon/pipeline/rows.h"
#include "tests/daemon/store/store_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono;

// A folder with a row for every ten minutes, and a clock that is set by hand.
class DaySchedules : public testing::Test {
 protected:
  void fill(Time since, Time until) {
    HistoryImport rows(folder_.path(), "test");
    for (Time at = since; at < until; at += 10min) {
      auto row = make_row(1, std::vector<Centibel>(32, -9000), 0, 600);
      row->time = at;
      rows.add(row);
    }
    rows.finish();
  }
  void turn(Time now, bool clock_is_wrong = false) {
    schedule_.turn(now, clock_is_wrong, [] { return false; });
  }
  std::vector<std::string> made() const {
    std::vector<std::string> dates;
    for (const DayFacts& day : book_.list()) dates.push_back(date_text(day.date));
    return dates;
  }
  // Width and height of a PNG lie at its beginning.
  std::size_t height_of(Date date) const {
    std::ifstream file(book_.file_of(date), std::ios::binary);
    std::string head(24, '\0');
    file.read(head.data(), 24);
    return static_cast<unsigned char>(head[22]) * 256U + static_cast<unsigned char>(head[23]);
  }

  using Names = std::vector<std::string>;
  const TimeZone zone_{kBerlin};
  const StoreFolder folder_;
  EventLog events_;
  DayBook book_{folder_.path(), {.days = 5}, "Test"};
  DaySchedule schedule_{book_, events_};
  const Time midnight_ = local_midnight(2026y / 11 / 22);
};

TEST_F(DaySchedules, MakesMissedDaysAtTheStartAndThenOneAfterEachMidnight) {
  fill(midnight_ - 40h, midnight_ + 60h);
  turn(midnight_ + 2h);
  EXPECT_EQ(made(), (Names{"2026-11-20", "2026-11-21"}));
  turn(midnight_ + 23h + 59min);
  turn(midnight_ + 24h + 69min);  // its last rows may not be on the disk
  EXPECT_EQ(made(), (Names{"2026-11-20", "2026-11-21"}));
  turn(midnight_ + 24h + 70min);
  EXPECT_EQ(made(), (Names{"2026-11-20", "2026-11-21", "2026-11-22"}));
}

TEST_F(DaySchedules, MakesTheRestAfterItWasInterrupted) {
  fill(midnight_ - 72h, midnight_);
  schedule_.turn(midnight_ + 2h, false, [&] { return made().size() == 1; });
  EXPECT_EQ(made(), Names{"2026-11-21"}) << "the latest first";
  DaySchedule(book_, events_).turn(midnight_ + 2h, false, [] { return false; });
  EXPECT_EQ(made(), (Names{"2026-11-19", "2026-11-20", "2026-11-21"}));
}

TEST_F(DaySchedules, KnowsDaysOf23And25Hours) {
  std::vector<std::size_t> heights;
  for (const Date date : {2026y / 3 / 28, 2026y / 3 / 29, 2026y / 10 / 25}) {
    fill(local_midnight(date), local_midnight(date) + 1h);
    turn(local_midnight(day_after(date)) + 2h);
    heights.push_back(height_of(date));
  }
  EXPECT_EQ(heights[1], heights[0] - 60);
  EXPECT_EQ(heights[2], heights[0] + 60);
}

TEST_F(DaySchedules, MakesNoneWhileTheClockIsWrong) {
  fill(midnight_ - 24h, midnight_);
  turn(midnight_ + 2h, true);
  EXPECT_EQ(made(), Names{});
  turn(midnight_ + 2h);
  EXPECT_EQ(made(), Names{"2026-11-21"});
}

TEST_F(DaySchedules, RemovesTheOldest) {
  fill(midnight_ - 72h, midnight_ + 1h);
  turn(midnight_ + 2h);
  EXPECT_EQ(made().size(), 3U);
  turn(midnight_ + 74h);
  EXPECT_EQ(made(), (Names{"2026-11-20", "2026-11-21", "2026-11-22"}));
}

TEST_F(DaySchedules, KeepsWithinALimitAndMakesNothingAgain) {
  fill(midnight_ - 72h, midnight_ + 23h);
  turn(midnight_ + 2h);
  ASSERT_EQ(made().size(), 3U);
  DayBook small(folder_.path(), {.bytes = book_.list().back().bytes * 5 / 2}, "Test");
  DaySchedule schedule(small, events_);
  schedule.turn(midnight_ + 2h, false, [] { return false; });
  EXPECT_EQ(made(), (Names{"2026-11-20", "2026-11-21"}));
  schedule.turn(midnight_ + 26h, false, [] { return false; });
  EXPECT_EQ(made(), (Names{"2026-11-21", "2026-11-22"}));
}

TEST_F(DaySchedules, SaysOnceWhyThereIsNoPicture) {
  fill(midnight_ - 24h, midnight_);
  std::ofstream(book_.folder()) << "a file where the folder should be";
  turn(midnight_ + 2h);
  turn(midnight_ - 1h);
  turn(midnight_ + 2h);
  EXPECT_EQ(events_.after(0).size(), 1U);
}

TEST_F(DaySchedules, HasNothingToDoWithoutRows) {
  turn(midnight_ + 2h);
  EXPECT_EQ(made(), Names{});
}

}  // namespace
}  // namespace spectrumd
