// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

namespace gpufft::cuda {

// Throws DeviceError with what was being done, CUDA's word for the failure and, where there is one, the way out.
void check(cudaError_t result, const char* doing);

}  // namespace gpufft::cuda
