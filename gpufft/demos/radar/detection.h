// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "gpufft/demos/radar/range_doppler.h"

namespace gpufft::program {

// Peaks above the noise, strongest first, interpolated between cells by a parabola.
std::vector<Target> detect(const Radar& radar, const RangeDopplerMap& map);

// A placed target, and what was detected for it.
struct Finding {
  Target placed;
  std::optional<Target> found;  // within one cell of it
};

struct Findings {
  std::vector<Finding> targets;
  std::size_t false_alarms = 0;  // peaks where no target was placed

  std::size_t missed() const;
};

Findings compare(const Radar& radar, const std::vector<Target>& placed, const std::vector<Target>& found);

}  // namespace gpufft::program
