// SPDX-License-Identifier: MIT
#include "daemon/outputs/local_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace spectrumd {

using namespace std::chrono;

namespace {
constexpr year kFirstYear{1970}, kLastYear{2261};
}

ClockTime local_clock(Time time) {
  const auto seconds_since_1970 = static_cast<std::time_t>(floor<seconds>(time.time_since_epoch()).count());
  std::tm parts{};
  localtime_r(&seconds_since_1970, &parts);
  return {.date = year_month_day(year(parts.tm_year + 1900), month(static_cast<unsigned>(parts.tm_mon) + 1),
                                 day(static_cast<unsigned>(parts.tm_mday))),
          .of_day = hours(parts.tm_hour) + minutes(parts.tm_min) + seconds(parts.tm_sec),
          .offset = seconds(parts.tm_gmtoff),
          .zone = parts.tm_zone == nullptr ? "" : parts.tm_zone};
}

std::string clock_text(const ClockTime& clock, bool with_seconds) {
  const hh_mm_ss shown(clock.of_day);
  const std::string text = fmt::format("{:02}:{:02}", shown.hours().count(), shown.minutes().count());
  return with_seconds ? fmt::format("{}:{:02}", text, shown.seconds().count()) : text;
}

// The first second of that date. mktime() cannot be asked for it: where the clock is put forward at midnight, 00:00
// does not exist, and the answer may be in the day before.
Time local_midnight(year_month_day date) {
  constexpr hours kFarthestZone(15);
  sys_seconds before = sys_days(date) - kFarthestZone, after = sys_days(date) + kFarthestZone;
  while (after - before > seconds(1)) {
    const sys_seconds middle = before + (after - before) / 2;
    (local_clock(middle).date < date ? before : after) = middle;
  }
  return after;
}

year_month_day day_after(year_month_day date) { return sys_days(date) + days(1); }

std::string date_text(year_month_day date) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::optional<year_month_day> parse_date(std::string_view text) {
  const auto is_place = [&](std::size_t at) {
    return at == 4 || at == 7 ? text[at] == '-' : text[at] >= '0' && text[at] <= '9';
  };
  if (text.size() != 10) return std::nullopt;
  for (std::size_t at = 0; at < text.size(); ++at)
    if (!is_place(at)) return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t length) {
    unsigned value = 0;
    for (const char digit : text.substr(at, length)) value = value * 10 + static_cast<unsigned>(digit - '0');
    return value;
  };
  const year_month_day date(year(static_cast<int>(number(0, 4))), month(number(5, 2)), day(number(8, 2)));
  const bool in_reach = date.year() >= kFirstYear && date.year() <= kLastYear;
  return date.ok() && in_reach ? std::optional(date) : std::nullopt;
}

}  // namespace spectrumd
