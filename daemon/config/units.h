// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
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

// Whole milliseconds since 1970.
inline std::int64_t to_ms(Time time) {
  return std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count();
}

// Of the letters of ASCII, whatever the locale.
std::string lower_case(std::string_view text);

// Names of a unit that may stand behind a number, in upper or lower case.
using Units = std::span<const std::string_view>;
inline constexpr std::array<std::string_view, 2> kHertz{"Hz", "S/s"};
inline constexpr std::array<std::string_view, 2> kDecibels{"dBm", "dB"};

// Parses "2.4M", "100k", "433.92M", "1e6", "-3", "145,5M", "100 M": a finite number with an optional suffix k, M or G,
// which may be followed by one of the units: "100MHz", "28 dB". A comma is a decimal one. Nullopt if it is not one.
std::optional<double> parse_number(std::string_view text, Units units = {});

// Parses "10", "10s", "5m", "1.5h", "1d": seconds, not negative.
std::optional<double> parse_seconds(std::string_view text);

// Formats as the shortest of 433.92M, 12.5k, 50 that parse_number reads back exactly.
std::string format_number(double value);

// RFC 3339 in UTC, "2026-11-21T08:03:49.123456Z"; parsing also takes an offset, and whole or fractional seconds since
// 1970 as a bare number.
std::string format_time(Time time);
std::optional<Time> parse_time(std::string_view text);

}  // namespace spectrumd
