// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/backend.h"

namespace gpufft::cuda {

// Throw PlanError for what this backend never does; no device is needed to know.
void check(const FftRequest& request);
void check(const SpectrumRequest& request);

}  // namespace gpufft::cuda
