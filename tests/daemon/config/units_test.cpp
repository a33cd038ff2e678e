// SPDX-License-Identifier: MIT
#include "daemon/config/units.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <random>

namespace spectrumd {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

TEST(ParseSeconds, TakesTheUnitsPeopleType) {
  EXPECT_EQ(parse_seconds("10"), 10);
  EXPECT_EQ(parse_seconds("0.5s"), 0.5);
  EXPECT_EQ(parse_seconds("5m"), 300);
  EXPECT_EQ(parse_seconds("1.5h"), 5400);
  EXPECT_EQ(parse_seconds("1d"), 86400);
  for (const char* text : {"", "s", "-1", "1x", "1ms", "inf", "1 s"}) EXPECT_FALSE(parse_seconds(text)) << text;
}

TEST(Numbers, TakeSuffixesSignsAndExponents) {
  EXPECT_EQ(parse_number("50"), 50);
  EXPECT_EQ(parse_number("-3"), -3);
  EXPECT_EQ(parse_number("+3.5"), 3.5);
  EXPECT_EQ(parse_number(".5k"), 500);
  EXPECT_EQ(parse_number("100k"), 100e3);
  EXPECT_EQ(parse_number("100K"), 100e3);
  EXPECT_EQ(parse_number("2.4M"), 2.4e6);
  EXPECT_EQ(parse_number("10G"), 10e9);
  EXPECT_EQ(parse_number("1e6"), 1e6);
  EXPECT_EQ(parse_number("1e3k"), 1e6);
}

TEST(Numbers, WithASuffixAreRoundedOnce) {
  EXPECT_EQ(parse_number("433.92M"), 433920000.0);
  EXPECT_EQ(parse_number("1090.0001M"), 1090000100.0);
}

TEST(Numbers, RefuseEverythingElse) {
  for (const char* text : {"",    " ",    "k",    "-",     "+",       "+-3",   "-+3",  "--3",   "1 ",  " 1",
                           "1m",  "1g",   "1kk",  "1,2,3", "1,234.5", "1.2.3", "0x10", "1e",    "1ek", "nan",
                           "inf", "-inf", "infk", "1e999", "1e308G",  "1MHz",  "28dB", "1 k 1", "ten"})
    EXPECT_EQ(parse_number(text), std::nullopt) << '"' << text << '"';
}

TEST(Numbers, MayBeWrittenWithAUnit) {
  for (const char* text : {"100MHz", "100 MHz", "100M Hz", "100 M", "100mhz", "100Mhz", "100000kHz", "100000000 Hz",
                           "100,0M", "100,0 MHz", "100MS/s", "0.1G", "0,1GHz"})
    EXPECT_EQ(parse_number(text, kHertz), 100e6) << text;
  for (const char* text : {"28dB", "28 dB", "28 DB", "28dBm", "28,0 dB", "28"})
    EXPECT_EQ(parse_number(text, kDecibels), 28) << text;
  for (const char* text : {"28 dB", "Hz", "MHz", " Hz", "100 MHzHz", "100 Hz M", "1 0 Hz"})
    EXPECT_FALSE(parse_number(text, kHertz)) << text;
  EXPECT_FALSE(parse_number("100MHz", kDecibels));
}

TEST(Numbers, MayHaveADecimalComma) {
  EXPECT_EQ(parse_number("1,5"), 1.5);
  EXPECT_EQ(parse_number("145,5M"), 145.5e6);
  EXPECT_EQ(parse_number("-0,5"), -0.5);
}

TEST(Numbers, AreWrittenShort) {
  EXPECT_EQ(format_number(50), "50");
  EXPECT_EQ(format_number(0), "0");
  EXPECT_EQ(format_number(-0.0), "0");
  EXPECT_EQ(format_number(4096), "4096");
  EXPECT_EQ(format_number(1000), "1k");
  EXPECT_EQ(format_number(12500), "12.5k");
  EXPECT_EQ(format_number(100000), "100k");
  EXPECT_EQ(format_number(-2.4e6), "-2.4M");
  EXPECT_EQ(format_number(433.92e6), "433.92M");
  EXPECT_EQ(format_number(0.05), "0.05");
}

TEST(Numbers, AreReadBackExactly) {
  constexpr unsigned kSeed = 1;
  std::mt19937_64 random(kSeed);
  std::uniform_real_distribution<double> exponent(-12, 12);
  for (int i = 0; i < 10000; ++i) {
    const double exact = std::pow(10.0, exponent(random));
    for (const double value : {exact, -exact, std::round(exact)})
      ASSERT_EQ(parse_number(format_number(value)), value) << format_number(value) << " seed " << kSeed;
  }
}

TEST(Times, AreWrittenAsRfc3339) {
  EXPECT_EQ(format_time(Time{}), "1970-01-01T00:00:00.000000Z");
  EXPECT_EQ(format_time(Time(seconds(1795248229) + microseconds(123456) + nanoseconds(789))),
            "2026-11-21T08:03:49.123456Z");
  EXPECT_EQ(format_time(Time(nanoseconds(-1))), "1969-12-31T23:59:59.999999Z");
}

TEST(Times, AreReadWithOffsetsAndFractions) {
  const Time expected(seconds(1795248229));
  EXPECT_EQ(parse_time("2026-11-21T08:03:49Z"), expected);
  EXPECT_EQ(parse_time("2026-11-21t08:03:49z"), expected);
  EXPECT_EQ(parse_time("2026-11-21 08:03:49Z"), expected);
  EXPECT_EQ(parse_time("2026-11-21T09:33:49+01:30"), expected);
  EXPECT_EQ(parse_time("2026-11-20T23:03:49-09:00"), expected);
  EXPECT_EQ(parse_time("2026-11-21T08:03:49.5Z"), expected + nanoseconds(500'000'000));
  EXPECT_EQ(parse_time("2026-11-21T08:03:49.1234567891Z"), expected + nanoseconds(123'456'789));
  EXPECT_EQ(parse_time("2024-02-29T00:00:00Z"), Time(seconds(1709164800)));
  EXPECT_EQ(parse_time("2016-12-31T23:59:60Z"), Time(seconds(1483228800)));
}

TEST(Times, AreReadAsSecondsSince1970) {
  EXPECT_EQ(parse_time("0"), Time{});
  EXPECT_EQ(parse_time("1795248229"), Time(seconds(1795248229)));
  EXPECT_EQ(parse_time("1795248229.25"), Time(seconds(1795248229) + nanoseconds(250'000'000)));
  EXPECT_EQ(parse_time("9223372035"), Time(seconds(9'223'372'035)));
}

TEST(Times, RefuseEverythingElse) {
  for (const char* text : {"",
                           "now",
                           "-1",
                           "1e9",
                           ".5",
                           "1.",
                           "1.5x",
                           "9223372036",
                           "99999999999999999999",
                           "2026-11-21",
                           "2026-11-21T08:03Z",
                           "2026-11-21T08:03:49",
                           "2026-11-21T08:03:49.Z",
                           "2026-11-21T24:00:00Z",
                           "2026-11-21T08:60:00Z",
                           "2026-11-21T08:03:61Z",
                           "2026-02-29T00:00:00Z",
                           "2026-13-01T00:00:00Z",
                           "2026-00-01T00:00:00Z",
                           "2026-11-21T08:03:49ZZ",
                           "2026-11-21T08:03:49+0100",
                           "2026-11-21T08:03:49+24:00",
                           "1600-01-01T00:00:00Z",
                           "9999-01-01T00:00:00Z",
                           "+026-11-21T08:03:49Z"})
    EXPECT_EQ(parse_time(text), std::nullopt) << '"' << text << '"';
}

TEST(Times, SurviveTheRoundTrip) {
  constexpr unsigned kSeed = 2;
  std::mt19937_64 random(kSeed);
  std::uniform_int_distribution<std::int64_t> any(-9'000'000'000'000'000, 9'000'000'000'000'000);
  for (int i = 0; i < 10000; ++i) {
    const Time time{microseconds(any(random))};
    ASSERT_EQ(parse_time(format_time(time)), time) << format_time(time) << " seed " << kSeed;
  }
}

// Germany writes 2,4 and is an hour east: neither may matter.
TEST(Units, DoNotFollowLocaleOrTimeZone) {
  const std::string locale = std::setlocale(LC_ALL, nullptr);
  setenv("TZ", "Europe/Berlin", 1);
  tzset();
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where it is not installed the time zone is tested alone
  EXPECT_EQ(parse_number("2.4M"), 2.4e6);
  EXPECT_EQ(format_number(0.5), "0.5");
  EXPECT_EQ(format_time(*parse_time("2026-07-21T08:03:49.5Z")), "2026-07-21T08:03:49.500000Z");
  std::setlocale(LC_ALL, locale.c_str());
  unsetenv("TZ");
  tzset();
}

}  // namespace
}  // namespace spectrumd
