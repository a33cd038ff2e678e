// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/bench.h"

namespace gpufft::program {

// The backend opencl against clFFT and VkFFT, with data in the memory of the device, alternating, medians: "fft" plain
// transforms; "spectrum" from u8 samples to sums, maxima and minima, against pipelines around the libraries; "stream"
// from the host's memory, against a mere copy. Processors are timed by the program's processor time, other devices by
// the wall clock.
void run_opencl_bench(const BenchRequest& request, const std::function<void(const BenchResult&)>& report);

}  // namespace gpufft::program
