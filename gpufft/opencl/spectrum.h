// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "gpufft/opencl/device.h"
#include "gpufft/spectrum.h"

namespace gpufft::opencl {

void check_memory(const DeviceFacts& device, const SpectrumRequest& request);  // throws PlanError

// The request has been checked. Throws DeviceError; builds kernels, which may take seconds.
std::unique_ptr<Spectrum> plan_spectrum(std::shared_ptr<const Device> device, const SpectrumRequest& request);

}  // namespace gpufft::opencl
