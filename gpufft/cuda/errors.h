// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <optional>
#include <string>

namespace gpufft::cuda {

// Throws DeviceError with what was being done, CUDA's text for the error and, if there is one, the way out.
void check(cudaError_t result, const char* doing);

// Why this process has lost the device for good; nullopt as long as it has not. An error in a kernel (an illegal
// address, an assertion, a trap) ends CUDA in its process: cudaDeviceReset succeeds, but every later call fails with
// cudaErrorDevicesUnavailable. Measured with six kinds of error on an H200, driver 580; contexts made by the driver
// API, before the error or after it, fail as well. Other processes can keep using the device. Any thread.
std::optional<std::string> why_lost();

}  // namespace gpufft::cuda
