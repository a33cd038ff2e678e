// SPDX-License-Identifier: MIT
#include "daemon/outputs/tables/power_file.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "tests/daemon/outputs/time_zone.h"

namespace spectrumd {
namespace {

using namespace std::chrono;

std::vector<RowPtr> rows_of(const std::string& text) {
  std::istringstream stream(text);
  PowerFile file(stream, "x.csv");
  std::vector<RowPtr> rows;
  while (const RowPtr row = file.next()) rows.push_back(row);
  return rows;
}

std::string refusal_of(const std::string& text) {
  try {
    rows_of(text);
    return "";
  } catch (const PowerFileError& error) {
    return error.what();
  }
}

std::vector<Centibel> mean_of(const RowPtr& row) {
  return {row->levels[0].full().begin(), row->levels[0].full().end()};
}

TEST(PowerFile, ReadsWhatRtlPowerWrites) {
  const TimeZone zone(kBerlin);
  const auto rows = rows_of(
      "2026-11-22, 08:03:49, 100000000, 100000400, 100.00, 20, -50.00, -51.00, -52.00, -53.00, -53.00\n"
      "2026-11-22, 08:03:59, 100000000, 100000400, 100.00, 20, -40.00, -41.00, nan, -43.00, -43.00\n");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(format_time(rows[0]->time), "2026-11-22T07:03:49.000000Z");
  EXPECT_EQ(rows[0]->duration, 10s);
  EXPECT_EQ(rows[1]->duration, 10s);
  EXPECT_EQ(mean_of(rows[0]), (std::vector<Centibel>{-5000, -5100, -5200, -5300}));
  EXPECT_EQ(mean_of(rows[1])[2], kNoLevel);
  EXPECT_DOUBLE_EQ(rows[0]->center.value, 100000200);
  EXPECT_DOUBLE_EQ(rows[0]->span.value, 400);
  EXPECT_TRUE(rows[0]->flags & kRowImported);
}

TEST(PowerFile, JoinsTheHopsOfASweepInAnyOrder) {
  const auto rows = rows_of(
      "2026-11-22, 08:03:49.5, 300, 500, 100, 20, -3, -4\n"
      "2026-11-22, 08:03:49.5, 100, 300, 100, 20, -1, -2\n"
      "2026-11-22, 08:03:49.5, 600, 700, 100, 20, -6\n"
      "\n"
      "2026-11-22, 08:03:50.0, 100, 300, 100, 20, -7, -8\n"
      "2026-11-22, 08:03:50.0, 100, 300, 100, 20, -9, -8\n");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(mean_of(rows[0]), (std::vector<Centibel>{-100, -200, -300, -400, kNoLevel, -600}));
  EXPECT_EQ(rows[0]->duration, 500ms);
  EXPECT_EQ(mean_of(rows[2]).front(), -900);
}

TEST(PowerFile, FollowsTheClockThroughSummerTime) {
  const TimeZone zone(kBerlin);
  const auto rows = rows_of(
      "2026-10-25, 01:30:00, 0, 100, 100, 1, -1\n2026-10-25, 02:00:00, 0, 100, 100, 1, -1\n"
      "2026-10-25, 02:30:00, 0, 100, 100, 1, -1\n2026-10-25, 02:00:00, 0, 100, 100, 1, -1\n"
      "2026-10-25, 02:30:00, 0, 100, 100, 1, -1\n2026-10-25, 03:00:00, 0, 100, 100, 1, -1\n");
  ASSERT_EQ(rows.size(), 6U);
  for (const RowPtr& row : rows) EXPECT_EQ(row->duration, 30min) << format_time(row->time);
}

TEST(PowerFile, RefusesWithTheLine) {
  const std::string good = "2026-11-22, 08:03:49, 100, 300, 100, 20, -1, -2\n";
  EXPECT_EQ(refusal_of(good + "hello\n"),
            "x.csv:2: expected \"date, time, low Hz, high Hz, step Hz, samples, dB, dB, ...\"");
  EXPECT_EQ(refusal_of("2026-02-30, 08:03:49, 100, 300, 100, 20, -1, -2\n"),
            "x.csv:1: \"2026-02-30\" is not a date such as 2026-11-22");
  EXPECT_EQ(refusal_of("2026-11-22, 24:03:49, 100, 300, 100, 20, -1, -2\n"),
            "x.csv:1: \"24:03:49\" is not a time such as 08:03:49");
  EXPECT_EQ(refusal_of("2026-11-22, 08:03:49, 300, 100, 100, 20, -1, -2\n"),
            "x.csv:1: the frequencies are not a range");
  EXPECT_EQ(refusal_of("2026-11-22, 08:03:49, 100, 300, 0, 20, -1, -2\n"), "x.csv:1: \"0\" is not a step in Hz");
  EXPECT_EQ(refusal_of("2026-11-22, 08:03:49, 100, 300, 100, 20, -1, x\n"), "x.csv:1: \"x\" is not a level");
  EXPECT_EQ(refusal_of("2026-11-22, 08:03:49, 100, 900, 100, 20, -1, -2\n"),
            "x.csv:1: 2 levels do not fit 800 Hz in steps of 100 Hz");
  EXPECT_EQ(refusal_of("2026-11-22, 08:03:49, 0, 100, 0.001, 20, -1\n"),
            "x.csv:1: 1 levels do not fit 100 Hz in steps of 0.001 Hz");
  EXPECT_EQ(refusal_of(good + "2026-11-21, 08:03:49, 100, 300, 100, 20, -1, -2\n"),
            "x.csv:2: 2026-11-21 08:03:49 is before 2026-11-22 08:03:49: the file is not in the order of time");
}

TEST(PowerFile, LimitsWhatAHostileFileCosts) {
  EXPECT_EQ(refusal_of(std::string(kMostPowerLine + 2, ',')), "x.csv:1: longer than 16777216 bytes");
  EXPECT_EQ(refusal_of(
                "2026-11-22, 08:03:49, 0, 100, 100, 20, -1\n2026-11-22, 08:03:49, 900000000, 900000100, 100, 20, -1\n"),
            "x.csv:2: the sweep has more than 1048576 bins");
  EXPECT_EQ(refusal_of("2026-11-22, 08:03:49, 0, 100, 100, 20, -1\n2026-11-22, 08:03:49, 100, 200, 50, 20, -1, -1\n"),
            "x.csv:2: the step differs within a sweep");
  EXPECT_EQ(refusal_of(std::string("\0\xff\x01", 3)).substr(0, 8), "x.csv:1:");
  const auto rows = rows_of("2026-11-22, 08:03:49, 0, 300, 100, 1e18, 1e99, -inf, -1.#J\n");
  EXPECT_EQ(mean_of(rows.at(0)), (std::vector<Centibel>{32000, kNoLevel, kNoLevel}));
}

// Whatever a file has, it is read or refused, and a row is as long as its lines allow.
TEST(PowerFile, SurvivesDamage) {
  const std::string good =
      "2026-11-22, 08:03:49, 100000000, 100000400, 100.00, 20, -50.00, -51.00, -52.00, -53.00, -53.00\n"
      "2026-11-22, 08:03:49, 100000400, 100000800, 100.00, 20, -40.00, nan, -42.00, -43.00, -43.00\n"
      "2026-11-22, 08:03:59, 100000000, 100000400, 100.00, 20, -50.00, -51.00, -52.00, -53.00, -53.00\n";
  constexpr std::string_view kBytes = "0123456789,.-:e \n\0#n";
  std::mt19937 random(1);
  std::size_t refused = 0;
  for (int attempt = 0; attempt < 3000; ++attempt) {
    std::string text = good;
    for (unsigned changes = random() % 4 + 1; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0)
        text.erase(at, random() % 20);
      else
        text[at] = kBytes[random() % kBytes.size()];
      if (text.empty()) break;
    }
    const std::string refusal = refusal_of(text);
    if (!refusal.empty()) ++refused;
    EXPECT_TRUE(refusal.empty() || refusal.starts_with("x.csv:")) << refusal;
  }
  EXPECT_GT(refused, 300U);
  EXPECT_LT(refused, 2900U);
}

TEST(PowerFile, HasNoRowsWithoutLines) {
  EXPECT_TRUE(rows_of("").empty());
  EXPECT_TRUE(rows_of("\r\n\n").empty());
}

}  // namespace
}  // namespace spectrumd
