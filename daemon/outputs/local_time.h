// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/config/units.h"

namespace spectrumd {

// Days and clocks of the time zone of this machine (TZ, or else /etc/localtime), with its summer time. Any thread.

struct ClockTime {
  std::chrono::year_month_day date;
  std::chrono::seconds of_day{};  // as the clock shows it
  std::chrono::seconds offset{};  // from UTC, to the east
  std::string zone;               // "CET"
};
ClockTime local_clock(Time time);
std::string clock_text(const ClockTime& clock, bool with_seconds);  // "08:03", "08:03:49"

// When the day begins; most days are 24 h long, two in a year may not be. A day may begin at 01:00.
Time local_midnight(std::chrono::year_month_day date);

std::chrono::year_month_day day_after(std::chrono::year_month_day date);

std::string date_text(std::chrono::year_month_day date);  // "2026-11-22"
// Of the years that a Time holds with room to spare, 1970 to 2261; nullopt for anything else.
std::optional<std::chrono::year_month_day> parse_date(std::string_view text);

}  // namespace spectrumd
