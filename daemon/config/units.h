// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace spectrumd {

struct Hertz {
  double value = 0;
  friend constexpr auto operator<=>(Hertz, Hertz) = default;
};

struct Decibels {
  double value = 0;
  friend constexpr auto operator<=>(Decibels, Decibels) = default;
};

using Time = std::chrono::sys_time<std::chrono::nanoseconds>;

// Parses "2.4M", "100k", "433.92M", "1e6", "-3": a finite number with an optional suffix k, M or G; nullopt if it is
// not one.
std::optional<double> parse_number(std::string_view text);

// Parses "10", "10s", "5m", "1.5h", "1d": seconds, not negative.
std::optional<double> parse_seconds(std::string_view text);

// Formats as the shortest of 433.92M, 12.5k, 50 that parse_number reads back exactly.
std::string format_number(double value);

// RFC 3339 in UTC, "2026-11-21T08:03:49.123456Z"; parsing also takes an offset, and whole or fractional seconds since
// 1970 as a bare number.
std::string format_time(Time time);
std::optional<Time> parse_time(std::string_view text);

}  // namespace spectrumd
