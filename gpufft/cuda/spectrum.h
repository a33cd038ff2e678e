// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "gpufft/spectrum.h"

namespace gpufft::cuda {

// Of samples in host memory; those in pinned memory (cudaMallocHost, cudaHostRegister) are copied from where they are,
// others through pinned memory. The request has been checked; throws DeviceError.
std::unique_ptr<Spectrum> plan_host_spectrum(const SpectrumRequest& request);

// Abandoned plans whose work the device has not ended. Freeing their memory would block as long as the device hangs, so
// it is held until the work has ended and this is called. Any thread.
std::size_t held_plans();

}  // namespace gpufft::cuda
