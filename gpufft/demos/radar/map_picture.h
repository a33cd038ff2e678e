// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/demos/pictures/png.h"
#include "gpufft/demos/radar/detection.h"

namespace gpufft::program {

// The map with range to the right and receding speeds upwards; a square around each target, red if it was not found.
Picture picture_of(const Radar& radar, const RangeDopplerMap& map, const Findings& findings);

}  // namespace gpufft::program
