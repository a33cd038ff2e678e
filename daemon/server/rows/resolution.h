// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "daemon/config/units.h"
#include "gpufft/window.h"

namespace spectrumd {

// Resolution bandwidth of a transform: the bandwidth over which its window spreads noise. Caches the result for the
// last window; any thread.
Hertz resolution_bandwidth(Hertz bin_width, const gpufft::Window& window, std::size_t points);

}  // namespace spectrumd
