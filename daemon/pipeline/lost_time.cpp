// SPDX-License-Identifier: MIT
#include "daemon/pipeline/lost_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spectrumd {

std::string lost_time_text(std::uint64_t samples, Hertz rate) {
  const double seconds = static_cast<double>(samples) / rate.value;
  if (seconds >= 0.9995) return fmt::format("{:.1f} s lost", seconds);
  return fmt::format("{} ms lost", std::max(1LL, std::llround(1000 * seconds)));
}

}  // namespace spectrumd
