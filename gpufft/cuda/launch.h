// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>

namespace gpufft::cuda {

struct Launch {
  const void* kernel;
  int threads;
  std::size_t shared_bytes;
  int cluster = 1;       // blocks that reach each other's shared memory
  bool follows = false;  // begins with wait_for_kernel_before(): blocks get ready while that kernel ends
};

// Call once before a kernel is launched for the first time: without it kernels get at most 48 KiB of shared memory, and
// clusters at most 8 blocks. Throws DeviceError.
void prepare(const Launch& launch);
std::size_t blocks_at_once(const Launch& launch);    // blocks that the whole device runs at once
std::size_t clusters_at_once(const Launch& launch);  // likewise
bool fits_device(const Launch& launch);              // whether the device has the shared memory, and the clusters

void start(const Launch& launch, std::size_t blocks, void** arguments, cudaStream_t stream);  // throws DeviceError

template <typename... Arguments>
void start(const Launch& launch, std::size_t blocks, cudaStream_t stream, Arguments... arguments) {
  std::array<void*, sizeof...(Arguments)> addresses{&arguments...};
  start(launch, blocks, addresses.data(), stream);
}

}  // namespace gpufft::cuda
