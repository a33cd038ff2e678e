// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/pictures/png.h"
#include "gpufft/program/radar/detection.h"

namespace gpufft::program {

// The map with range to the right and speeds that recede up; a square around each target, red around one not found.
Picture picture_of(const Radar& radar, const RangeDopplerMap& map, const Findings& findings);

}  // namespace gpufft::program
