// SPDX-License-Identifier: MIT
#include "daemon/config/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "daemon/config/plain_text.h"

namespace spectrumd {
namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

constexpr std::size_t kDecimalsOfNanoseconds = 9;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Before a unit, "mhz" can only be millions.
int exponent_of_suffix(char suffix, bool before_unit) {
  switch (suffix) {
    case 'k':
    case 'K':
      return 3;
    case 'm':
      return before_unit ? 6 : 0;
    case 'M':
      return 6;
    case 'g':
      return before_unit ? 9 : 0;
    case 'G':
      return 9;
    default:
      return 0;
  }
}

std::string_view without_spaces_behind(std::string_view text) { return text.substr(0, text.find_last_not_of(' ') + 1); }

bool ends_with_unit(std::string_view text, std::string_view unit) {
  return text.size() > unit.size() && lower_case(text.substr(text.size() - unit.size())) == lower_case(unit);
}

// Removes a unit and the spaces before it; false if there is none.
bool take_unit(std::string_view& text, Units units) {
  const auto unit = std::ranges::find_if(units, [text](std::string_view each) { return ends_with_unit(text, each); });
  if (unit == units.end()) return false;
  text = without_spaces_behind(text.substr(0, text.size() - unit->size()));
  return true;
}

// A decimal comma, where there is one comma and no point.
std::string with_decimal_point(std::string_view text) {
  std::string pointed(text);
  if (std::ranges::count(text, ',') == 1 && text.find('.') == std::string_view::npos)
    std::ranges::replace(pointed, ',', '.');
  return pointed;
}

// from_chars and to_chars rather than strtod and printf: the decimal point must not follow the locale.
std::optional<double> parse_plain(std::string_view text) {
  if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  return plain_number<double>(text);
}

// Removes exactly `count` digits from the front of `text`.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
  if (text.size() < count || !std::all_of(text.begin(), text.begin() + count, is_digit)) return std::nullopt;
  int value = 0;
  for (const char digit : text.substr(0, count)) value = value * 10 + (digit - '0');
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

// Parses the ".25" after seconds; without text there is no fraction, a point alone is an error. Digits beyond
// nanoseconds are dropped.
std::optional<nanoseconds> take_fraction(std::string_view& text) {
  if (!take(text, ".")) return nanoseconds(0);
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  std::int64_t value = 0;
  std::size_t digits = 0;
  for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1), ++digits)
    if (digits < kDecimalsOfNanoseconds) value = value * 10 + (text.front() - '0');
  for (; digits < kDecimalsOfNanoseconds; ++digits) value *= 10;
  return nanoseconds(value);
}

std::optional<std::chrono::sys_days> take_date(std::string_view& text) {
  const auto year = take_digits(text, 4);
  if (!year || !take(text, "-")) return std::nullopt;
  const auto month = take_digits(text, 2);
  if (!month || !take(text, "-")) return std::nullopt;
  const auto day = take_digits(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year{*year}, std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  // The range of 64 bits of nanoseconds, less a year at either end.
  if (!date.ok() || *year < 1678 || *year > 2261) return std::nullopt;
  return std::chrono::sys_days(date);
}

std::optional<seconds> take_hours_minutes(std::string_view& text) {
  const auto hour = take_digits(text, 2);
  if (!hour || *hour > 23 || !take(text, ":")) return std::nullopt;
  const auto minute = take_digits(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  return std::chrono::hours(*hour) + std::chrono::minutes(*minute);
}

std::optional<nanoseconds> take_clock(std::string_view& text) {
  const auto minutes = take_hours_minutes(text);
  if (!minutes || !take(text, ":")) return std::nullopt;
  const auto second = take_digits(text, 2);
  if (!second || *second > 60) return std::nullopt;  // 60 is a leap second
  const auto fraction = take_fraction(text);
  if (!fraction) return std::nullopt;
  return *minutes + seconds(*second) + *fraction;
}

std::optional<seconds> take_offset(std::string_view& text) {
  if (take(text, "Zz")) return seconds(0);
  const bool west = text.starts_with('-');
  if (!take(text, "+-")) return std::nullopt;
  const auto offset = take_hours_minutes(text);
  if (!offset) return std::nullopt;
  return west ? -*offset : *offset;
}

std::optional<Time> parse_seconds_since_1970(std::string_view text) {
  constexpr std::int64_t kMost = 9'223'372'035;  // what 64 bits of nanoseconds hold
  const std::size_t length = std::min(text.find('.'), text.size());
  std::int64_t whole = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + length, whole);
  if (error != std::errc{} || end != text.data() + length || whole < 0 || whole > kMost) return std::nullopt;
  text.remove_prefix(length);
  const auto fraction = take_fraction(text);
  if (!fraction || !text.empty()) return std::nullopt;
  return Time(seconds(whole) + *fraction);
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::optional<double> parse_number(std::string_view typed, Units units) {
  const std::string pointed = with_decimal_point(typed);
  std::string_view text = pointed;
  const bool has_unit = take_unit(text, units);
  const int exponent = text.empty() ? 0 : exponent_of_suffix(text.back(), has_unit);
  if (exponent == 0) return parse_plain(text);
  text = without_spaces_behind(text.substr(0, text.size() - 1));
  if (text.empty() || (!is_digit(text.back()) && text.back() != '.')) return std::nullopt;
  // "433.92e6" is rounded once, 433.92 * 1e6 twice and then not a whole number of Hz.
  if (text.find_first_of("eE") == std::string_view::npos) return parse_plain(fmt::format("{}e{}", text, exponent));
  const auto value = parse_plain(text);
  if (!value || !std::isfinite(*value * std::pow(10.0, exponent))) return std::nullopt;
  return *value * std::pow(10.0, exponent);
}

std::optional<double> parse_seconds(std::string_view text) {
  if (text.empty()) return std::nullopt;
  constexpr std::string_view kUnits = "smhd";
  constexpr std::array<double, 4> kSeconds{1, 60, 3600, 86400};
  const std::size_t unit = kUnits.find(text.back());
  if (unit != std::string_view::npos) text.remove_suffix(1);
  const auto value = parse_plain(text);
  if (!value || *value < 0) return std::nullopt;
  return *value * (unit == std::string_view::npos ? 1 : kSeconds[unit]);
}

std::string format_number(double value) {
  struct Suffix {
    double scale;
    std::string_view text;
  };
  static constexpr std::array<Suffix, 3> kSuffixes{{{1e3, "k"}, {1e6, "M"}, {1e9, "G"}}};
  std::string best = fmt::format("{}", value + 0.0);  // + 0.0 takes the sign off a negative zero
  for (const auto& [scale, suffix] : kSuffixes) {
    const std::string text = fmt::format("{}{}", value / scale, suffix);
    const bool shorter = std::abs(value) >= scale && text.size() <= best.size();
    if (shorter && parse_number(text) == value) best = text;
  }
  return best;
}

std::string format_time(Time time) {
  const auto micros = std::chrono::floor<std::chrono::microseconds>(time);
  const auto day = std::chrono::floor<std::chrono::days>(micros);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(micros - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count(), clock.subseconds().count());
}

std::optional<Time> parse_time(std::string_view text) {
  if (text.find(':') == std::string_view::npos) return parse_seconds_since_1970(text);
  const auto date = take_date(text);
  if (!date || !take(text, "Tt ")) return std::nullopt;
  const auto clock = take_clock(text);
  if (!clock) return std::nullopt;
  const auto offset = take_offset(text);
  if (!offset || !text.empty()) return std::nullopt;
  return Time(*date) + *clock - *offset;
}

}  // namespace spectrumd
