// SPDX-License-Identifier: MIT
#include "gpufft/cuda/device.h"

#include <cuda_runtime_api.h>

#include "gpufft/cuda/errors.h"
#include "gpufft/cuda/own_process.h"

namespace gpufft::cuda {
namespace {

constexpr int kDevice = 0;
constexpr int kLeastMajor = 9;  // kernels are compiled for this, see CMAKE_CUDA_ARCHITECTURES

int attribute(cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, kDevice), "facts of the device");
  return value;
}

DeviceFacts read_facts() {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, kDevice), "facts of the device");
  return {properties.name,           properties.major,
          properties.minor,          properties.multiProcessorCount,
          properties.totalGlobalMem, static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin))};
}

std::optional<std::string> why_no_memory() {
  std::size_t free = 0, total = 0;
  const auto result = cudaMemGetInfo(&free, &total);
  cudaGetLastError();
  if (result == cudaSuccess) return std::nullopt;
  return std::string("the device does not answer: ") + cudaGetErrorString(result);
}

}  // namespace

const DeviceFacts& device_facts() {
  static const DeviceFacts facts = read_facts();
  return facts;
}

std::optional<std::string> why_no_device(int count_result, int count, int major, int minor) {
  if (count_result == cudaErrorInsufficientDriver)
    return "no NVIDIA driver, or one too old; install one for CUDA " + std::to_string(CUDART_VERSION / 1000) +
           " or newer";
  if (count_result == cudaErrorNoDevice || (count_result == cudaSuccess && count == 0))
    return "no NVIDIA device; the driver shows none, nvidia-smi may say why";
  if (count_result != cudaSuccess)
    return std::string("the driver refuses: ") + cudaGetErrorString(static_cast<cudaError_t>(count_result));
  if (major < kLeastMajor)
    return "the device has compute capability " + std::to_string(major) + "." + std::to_string(minor) +
           ", and this build has code for 9.0 and newer";
  return std::nullopt;
}

std::optional<std::string> why_no_device() {
  int count = 0, major = 0, minor = 0;
  const auto result = cudaGetDeviceCount(&count);
  if (result == cudaSuccess && count > 0) {
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, kDevice);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, kDevice);
  }
  cudaGetLastError();  // clears the error, which is reported here and concerns no later call
  if (auto reason = why_no_device(result, count, major, minor)) return reason;
  if (const auto reason = why_not_here()) return why_no_process(*reason);
  return why_no_memory();
}

}  // namespace gpufft::cuda
