// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "gpufft/demos/radar/range_doppler.h"

namespace gpufft::program {

// Peaks that noise does not make, strongest first, between the cells by a parabola.
std::vector<Target> detect(const Radar& radar, const RangeDopplerMap& map);

// What became of a target that was put there.
struct Finding {
  Target placed;
  std::optional<Target> found;  // within a cell of it
};

struct Findings {
  std::vector<Finding> targets;
  std::size_t false_alarms = 0;  // peaks where nothing was put

  std::size_t missed() const;
};

Findings compare(const Radar& radar, const std::vector<Target>& placed, const std::vector<Target>& found);

}  // namespace gpufft::program
