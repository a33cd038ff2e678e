// SPDX-License-Identifier: MIT
#include "gpufft/cuda/errors.h"

#include <mutex>
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

class Loss {
 public:
  void note(const std::string& reason) {
    const std::scoped_lock lock(mutex_);
    if (!reason_) reason_ = reason;
  }
  std::optional<std::string> reason() const {
    const std::scoped_lock lock(mutex_);
    return reason_;
  }

 private:
  mutable std::mutex mutex_;  // guards the members below
  std::optional<std::string> reason_;
};

Loss& loss() {
  static Loss of_this_process;
  return of_this_process;
}

// Whether an unrelated call fails with the same error although the driver still lists devices.
bool is_final(cudaError_t result) {
  int devices = 0;
  std::size_t free = 0, total = 0;
  const bool stays = cudaGetDeviceCount(&devices) == cudaSuccess && cudaMemGetInfo(&free, &total) == result;
  cudaGetLastError();
  return stays;
}

}  // namespace

void check(cudaError_t result, const char* doing) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // or the next call, which may succeed, would report it again
  const std::string reason = std::string("cuda, ") + doing + ": " + cudaGetErrorString(result);
  if (!is_final(result)) throw DeviceError(reason + way_out(result));
  loss().note(reason);
  throw DeviceError(reason + "; this process has lost the device");
}

std::optional<std::string> why_lost() { return loss().reason(); }

}  // namespace gpufft::cuda
