// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/fft.h"
#include "gpufft/spectrum.h"

namespace gpufft::qpu {

// Throw PlanError for what the QPUs will never do, before any device is asked.
void check(const FftRequest& request);
void check(const SpectrumRequest& request);

}  // namespace gpufft::qpu
