// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/config/units.h"

namespace spectrumd {

// How much time the rows of a level last, and how much of it one file holds.
struct Level {
  enum class Period { Day, Month };

  std::string_view name;  // on the wire, and of the level's folder
  std::chrono::seconds step{};
  Period period;
};

// The history on disk. All but the last are the tiers of History (from 1); the last is merged from the one before, so
// that a year fits a screen.
inline constexpr std::size_t kLevels = 5;
inline constexpr std::array<Level, kLevels> kLevelTable{{{"1s", std::chrono::seconds(1), Level::Period::Day},
                                                         {"10s", std::chrono::seconds(10), Level::Period::Day},
                                                         {"1min", std::chrono::minutes(1), Level::Period::Month},
                                                         {"10min", std::chrono::minutes(10), Level::Period::Month},
                                                         {"2h", std::chrono::hours(2), Level::Period::Month}}};

std::optional<std::size_t> level_named(std::string_view name);  // its place in the table

// "2026-11-22" or "2026-11": the period that holds a time, in UTC. They sort by age.
std::string period_of(const Level& level, Time time);

}  // namespace spectrumd
