// SPDX-License-Identifier: MIT
#include "gpufft/cuda/errors.h"

#include <string>

#include "gpufft/backend.h"

namespace gpufft::cuda {
namespace {

const char* way_out(cudaError_t result) {
  switch (result) {
    case cudaErrorMemoryAllocation:
      return "; ask for a smaller batch or end other programs on the device";
    case cudaErrorInsufficientDriver:
      return "; install a newer driver";
    case cudaErrorNoKernelImageForDevice:
      return "; build with CMAKE_CUDA_ARCHITECTURES for this device";
    default:
      return "";
  }
}

}  // namespace

void check(cudaError_t result, const char* doing) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // or it would be reported again by the next call, which may succeed
  throw DeviceError(std::string("cuda, ") + doing + ": " + cudaGetErrorString(result) + way_out(result));
}

}  // namespace gpufft::cuda
