// SPDX-License-Identifier: MIT
#include "daemon/outputs/tables/power_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "daemon/config/plain_text.h"
#include "daemon/outputs/local_time.h"

namespace spectrumd {

struct PowerFile::Line {
  std::string stamp;
  std::chrono::year_month_day date;
  std::chrono::nanoseconds of_day{};
  double low = 0, high = 0, step = 0;
  std::size_t samples = 0;
  std::vector<Centibel> levels;
};

namespace {

using namespace std::chrono;

constexpr std::size_t kFactsOfLine = 6;
constexpr double kHighest = 1e12, kLevelLimit = 320;  // Hz, dB

std::vector<std::string_view> fields_of(std::string_view text) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t comma = text.find(',');
    fields.push_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return fields;
    text.remove_prefix(comma + 1);
  }
}

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> finite_in(std::string_view text, double least, double most) {
  const auto value = number_of(text);
  return value && std::isfinite(*value) && *value >= least && *value <= most ? value : std::nullopt;
}

// "08:03:49", "08:03:49.123456".
std::optional<nanoseconds> time_of_day(std::string_view text) {
  if (text.size() < 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  const auto hour = finite_in(text.substr(0, 2), 0, 23), minute = finite_in(text.substr(3, 2), 0, 59),
             second = finite_in(text.substr(6), 0, 60.999999999);
  if (!hour || !minute || !second) return std::nullopt;
  return hours(static_cast<int>(*hour)) + minutes(static_cast<int>(*minute)) + nanoseconds(std::llround(*second * 1e9));
}

// No data where a level is not a finite number: "nan", and "-1.#J" of another run-time library.
Centibel level_of(std::string_view text) {
  const auto db = number_of(text);
  if (!db || !std::isfinite(*db)) return kNoLevel;
  return static_cast<Centibel>(std::lround(std::clamp(*db, -kLevelLimit, kLevelLimit) * kCentibels));
}

bool is_level(std::string_view text) {
  return number_of(text) || text.find("nan") != text.npos || text.find('#') != text.npos ||
         text.find("inf") != text.npos;
}

// When the clock showed it; where it does so twice, the first time that is not before `after`.
Time moment_of(year_month_day date, nanoseconds of_day, std::optional<Time> after) {
  const Time shown = sys_days(date) + of_day;
  std::optional<Time> found;
  for (const Time around : {local_midnight(date), local_midnight(day_after(date))}) {
    const Time time = shown - local_clock(around).offset;
    if (!found) found = time;
    const bool exists = time + local_clock(time).offset == shown;
    if (exists && (!after || time >= *after)) return time;
  }
  return *found;
}

}  // namespace

void PowerFile::refuse(std::size_t line, const std::string& reason) const {
  throw PowerFileError(fmt::format("{}:{}: {}", name_, line, reason));
}

// Reads byte by byte through the stream's buffer, so that a file without line ends costs no more than the limit.
bool PowerFile::read_line(std::string& text) {
  text.clear();
  ++line_;
  for (int byte = stream_.get(); byte != std::istream::traits_type::eof(); byte = stream_.get()) {
    if (byte == '\n') return true;
    if (text.size() == kMostPowerLine) refuse(fmt::format("longer than {} bytes", kMostPowerLine));
    text += static_cast<char>(byte);
  }
  return !text.empty();
}

PowerFile::Line PowerFile::parse(const std::string& text) const {
  const auto fields = fields_of(text);
  if (fields.size() <= kFactsOfLine) refuse("expected \"date, time, low Hz, high Hz, step Hz, samples, dB, dB, ...\"");
  Line line;
  line.stamp = fmt::format("{} {}", fields[0], fields[1]);
  const auto date = parse_date(fields[0]);
  const auto of_day = time_of_day(fields[1]);
  if (!date) refuse(fmt::format("\"{}\" is not a date such as 2026-11-22", fields[0].substr(0, 40)));
  if (!of_day) refuse(fmt::format("\"{}\" is not a time such as 08:03:49", fields[1].substr(0, 40)));
  const auto low = finite_in(fields[2], -kHighest, kHighest), high = finite_in(fields[3], -kHighest, kHighest);
  const auto step = finite_in(fields[4], 1e-3, kHighest), samples = finite_in(fields[5], 0, 1e18);
  if (!low || !high || *low >= *high) refuse("the frequencies are not a range");
  if (!step) refuse(fmt::format("\"{}\" is not a step in Hz", fields[4].substr(0, 40)));
  if (!samples) refuse(fmt::format("\"{}\" is not a number of samples", fields[5].substr(0, 40)));
  line.date = *date, line.of_day = *of_day, line.low = *low, line.high = *high, line.step = *step;
  line.samples = static_cast<std::size_t>(*samples);
  for (std::size_t at = kFactsOfLine; at < fields.size(); ++at) {
    if (fields[at].empty() && at + 1 == fields.size()) break;  // a comma at the end
    if (!is_level(fields[at])) refuse(fmt::format("\"{}\" is not a level", fields[at].substr(0, 40)));
    line.levels.push_back(level_of(fields[at]));
  }
  // rtl_power writes the last level twice.
  const auto expected = static_cast<std::size_t>(std::llround((*high - *low) / *step));
  if (line.levels.size() == expected + 1 && expected > 0) line.levels.pop_back();
  const double width = static_cast<double>(line.levels.size());
  if (line.levels.empty() || std::abs(width - (*high - *low) / *step) > 0.02 * width + 1.5)
    refuse(fmt::format("{} levels do not fit {} Hz in steps of {} Hz", line.levels.size(), *high - *low, *step));
  return line;
}

void PowerFile::add(Sweep& sweep, Line line) const {
  if (std::abs(line.step - sweep.step) > 0.01 * sweep.step) refuse("the step differs within a sweep");
  sweep.bins += line.levels.size();
  const double low = std::min(line.low, sweep.hops.empty() ? line.low : sweep.hops.begin()->first);
  const double high = std::max(line.high, sweep.hops.empty() ? line.high : sweep.hops.rbegin()->first);
  if (sweep.bins > kMostPowerBins || (high - low) / sweep.step > static_cast<double>(kMostPowerBins))
    refuse(fmt::format("the sweep has more than {} bins", kMostPowerBins));
  sweep.samples = std::max(sweep.samples, line.samples);
  sweep.hops[line.low] = std::move(line.levels);
}

PowerFile::Sweep PowerFile::begin_sweep(const Line& line) const {
  Sweep sweep;
  sweep.stamp = line.stamp;
  sweep.line = line_;
  sweep.time = moment_of(line.date, line.of_day, last_);
  sweep.step = line.step;
  return sweep;
}

// A frequency that comes again begins the next sweep, even within the same second.
std::optional<PowerFile::Sweep> PowerFile::next_sweep() {
  std::optional<Sweep> sweep;
  std::string text;
  while (has_pending_ || read_line(text)) {
    if (std::exchange(has_pending_, false)) text = pending_;
    if (text.find_first_not_of(" \t\r") == text.npos || text.front() == '#') continue;
    Line line = parse(text);
    if (sweep && (line.stamp != sweep->stamp || sweep->hops.contains(line.low))) {
      pending_ = text;
      has_pending_ = true;
      return sweep;
    }
    if (!sweep) sweep = begin_sweep(line);
    add(*sweep, std::move(line));
  }
  return sweep;
}

RowPtr PowerFile::row_of(const Sweep& sweep, nanoseconds duration) {
  const double low = sweep.hops.begin()->first;
  const auto place = [&](double hz) { return static_cast<std::size_t>(std::llround((hz - low) / sweep.step)); };
  std::vector<Centibel> levels;
  for (const auto& [from, hop] : sweep.hops) {
    levels.resize(std::max(levels.size(), place(from) + hop.size()), kNoLevel);
    std::ranges::copy(hop, levels.begin() + static_cast<std::ptrdiff_t>(place(from)));
  }
  auto row = std::make_shared<Row>();
  row->sequence = ++sequence_;
  row->time = sweep.time;
  row->duration = duration;
  row->span = {sweep.step * static_cast<double>(levels.size())};
  row->center = {low + row->span.value / 2};
  row->ffts = static_cast<std::uint32_t>(std::min<std::size_t>(sweep.samples, UINT32_MAX));
  row->flags = kRowImported;
  row->levels = {Pyramid(Pool::Mean, levels), Pyramid(Pool::Max, levels), Pyramid(Pool::Min, levels)};
  return row;
}

RowPtr PowerFile::next() {
  if (!std::exchange(begun_, true)) ahead_ = next_sweep();
  if (!ahead_) return nullptr;
  const Sweep sweep = *std::exchange(ahead_, std::nullopt);
  last_ = sweep.time;
  ahead_ = next_sweep();
  if (ahead_ && ahead_->time < sweep.time)
    refuse(ahead_->line,
           fmt::format("{} is before {}: the file is not in the order of time", ahead_->stamp, sweep.stamp));
  constexpr hours kLongestRow(3);  // a longer pause is a gap
  if (ahead_ && ahead_->time > sweep.time && ahead_->time - sweep.time <= kLongestRow)
    usual_ = ahead_->time - sweep.time;
  return row_of(sweep, usual_);
}

}  // namespace spectrumd
