// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/backend.h"

namespace gpufft::cuda {

// Throw PlanError for requests this backend never supports; no device is needed to find out.
void check(const FftRequest& request);
void check(const SpectrumRequest& request);

}  // namespace gpufft::cuda
