// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/fft.h"
#include "gpufft/spectrum.h"

namespace gpufft::qpu {

// Throw PlanError for requests the QPUs never support, before any device is opened.
void check(const FftRequest& request);
void check(const SpectrumRequest& request);

}  // namespace gpufft::qpu
