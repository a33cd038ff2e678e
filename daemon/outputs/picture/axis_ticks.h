// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/units.h"

namespace spectrumd {

// Round places on an axis, in order.
struct FrequencyTick {
  Hertz at;
  std::string label;  // without a unit
};
struct FrequencyTicks {
  std::string_view unit;  // "MHz"
  std::vector<FrequencyTick> ticks;
};
FrequencyTicks frequency_ticks(Hertz from, Hertz to, std::size_t most);

// By the local clock. A date is part of the first label and of those of a new day.
struct TimeTick {
  Time at;
  std::string label;
};
std::vector<TimeTick> time_ticks(Time since, Time until, std::size_t most);

std::vector<double> level_ticks(double low_db, double high_db, std::size_t most);

}  // namespace spectrumd
