// SPDX-License-Identifier: MIT
#include "daemon/outputs/picture/axis_ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "daemon/outputs/local_time.h"

namespace spectrumd {
namespace {

using namespace std::chrono;

// 1, 2 or 5 times a power of ten, so that at most so many fit.
double round_step(double width, std::size_t most) {
  const double least = width / static_cast<double>(std::max<std::size_t>(1, most));
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

template <class Use>
void each_multiple(double from, double to, double step, Use use) {
  const auto first = static_cast<std::int64_t>(std::ceil(from / step - 1e-9));
  const auto last = static_cast<std::int64_t>(std::floor(to / step + 1e-9));
  for (std::int64_t multiple = first; multiple <= last; ++multiple) use(static_cast<double>(multiple) * step);
}

constexpr std::array kClockSteps{seconds(1),          seconds(2),           seconds(5),           seconds(10),
                                 seconds(15),         seconds(30),          seconds(minutes(1)),  seconds(minutes(2)),
                                 seconds(minutes(5)), seconds(minutes(10)), seconds(minutes(15)), seconds(minutes(30)),
                                 seconds(hours(1)),   seconds(hours(2)),    seconds(hours(3)),    seconds(hours(6)),
                                 seconds(hours(12)),  seconds(days(1))};

void add_tick(std::vector<TimeTick>& ticks, Time at, seconds step) {
  const ClockTime clock = local_clock(at);
  const bool new_day = ticks.empty() || local_clock(ticks.back().at).date != clock.date;
  std::string label = step < days(1) ? clock_text(clock, step < minutes(1)) : "";
  if (new_day) label = date_text(clock.date) + (label.empty() ? "" : " " + label);
  ticks.push_back({at, label});
}

// Where the clock shows a multiple of the step. Offsets from UTC are multiples of a quarter of an hour.
std::vector<TimeTick> clock_ticks(Time since, Time until, seconds step) {
  const seconds stride = std::min(step, seconds(minutes(15)));
  std::vector<TimeTick> ticks;
  for (seconds at = ceil<seconds>(since.time_since_epoch() / stride * stride); Time(at) < until; at += stride)
    if (Time(at) >= since && local_clock(Time(at)).of_day % step == seconds(0)) add_tick(ticks, Time(at), step);
  return ticks;
}

std::vector<TimeTick> day_ticks(Time since, Time until, days step) {
  std::vector<TimeTick> ticks;
  for (sys_days date = local_clock(since).date;; date += days(1)) {
    const Time at = local_midnight(date);
    if (at >= until) return ticks;
    if (at >= since && date.time_since_epoch() % step == days(0)) add_tick(ticks, at, step);
  }
}

}  // namespace

FrequencyTicks frequency_ticks(Hertz from, Hertz to, std::size_t most) {
  const double largest = std::max(std::abs(from.value), std::abs(to.value));
  const double unit = largest >= 1e6 ? 1e6 : largest >= 1e3 ? 1e3 : 1;
  const double step = round_step(to.value - from.value, most);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step / unit) - 1e-9)));
  FrequencyTicks axis{.unit = unit == 1e6 ? "MHz" : unit == 1e3 ? "kHz" : "Hz", .ticks = {}};
  each_multiple(from.value, to.value, step, [&](double hz) {
    axis.ticks.push_back({{hz}, fmt::format("{:.{}f}", hz / unit, decimals)});
  });
  return axis;
}

std::vector<TimeTick> time_ticks(Time since, Time until, std::size_t most) {
  const auto least = (until - since) / static_cast<std::int64_t>(std::max<std::size_t>(1, most));
  for (const seconds step : kClockSteps)
    if (step >= least) return step < days(1) ? clock_ticks(since, until, step) : day_ticks(since, until, days(1));
  return day_ticks(since, until, ceil<days>(least));
}

std::vector<double> level_ticks(double low_db, double high_db, std::size_t most) {
  std::vector<double> ticks;
  each_multiple(low_db, high_db, std::max(1.0, round_step(high_db - low_db, most)),
                [&](double db) { ticks.push_back(db); });
  return ticks;
}

}  // namespace spectrumd
