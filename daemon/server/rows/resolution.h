// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "daemon/config/units.h"
#include "gpufft/window.h"

namespace spectrumd {

// The resolution bandwidth of transforms that long: over how many Hz their window spreads noise. Remembers what it
// found out about the last window; any thread.
Hertz resolution_bandwidth(Hertz bin_width, const gpufft::Window& window, std::size_t points);

}  // namespace spectrumd
