// SPDX-License-Identifier: MIT
#include "daemon/store/level.h"

#include <fmt/format.h>

namespace spectrumd {

std::optional<std::size_t> level_named(std::string_view name) {
  for (std::size_t i = 0; i < kLevels; ++i)
    if (kLevelTable.at(i).name == name) return i;
  return std::nullopt;
}

std::string period_of(const Level& level, Time time) {
  const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(time));
  const std::string month =
      fmt::format("{:04}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()));
  if (level.period == Level::Period::Month) return month;
  return fmt::format("{}-{:02}", month, static_cast<unsigned>(day.day()));
}

}  // namespace spectrumd
