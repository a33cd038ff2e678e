// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/bench.h"

namespace gpufft::program {

// The backend cuda against cuFFT, with data resident on the device, alternating, medians by the device's events: "fft"
// plain transforms, "spectrum" sums against a pipeline around cuFFT, "spectrum-power" sums, maxima and minima against
// the same, "stream" from the host's memory to rows against a mere copy.
void run_cuda_bench(const BenchRequest& request, const std::function<void(const BenchResult&)>& report);

}  // namespace gpufft::program
