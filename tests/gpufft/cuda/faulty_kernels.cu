// SPDX-License-Identifier: MIT
#include "tests/gpufft/cuda/faulty_kernels.h"

#include <cstddef>

namespace {

__global__ void write_far_away(int* memory) { memory[std::size_t{1} << 40] = 1; }

__global__ void wait_for(const volatile int* stop, long long most_cycles) {
  const long long start = clock64();
  while (*stop == 0 && clock64() - start < most_cycles) continue;
}

}  // namespace

void access_illegally() {
  int* memory = nullptr;
  cudaMalloc(&memory, sizeof(int));
  write_far_away<<<1, 1>>>(memory);
  cudaDeviceSynchronize();
  cudaGetLastError();
}

// As many threads as the device holds, and those of several times as many blocks behind them.
BusyDevice::BusyDevice() {
  constexpr int kBlocks = 4096, kThreads = 1024;
  constexpr long long kMostCycles = 40'000'000'000;
  cudaMallocHost(&stop_, sizeof *stop_);
  *stop_ = 0;
  cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
  wait_for<<<kBlocks, kThreads, 0, stream_>>>(stop_, kMostCycles);
}

BusyDevice::~BusyDevice() {
  stop();
  cudaStreamSynchronize(stream_);
  cudaStreamDestroy(stream_);
  cudaFreeHost(stop_);
}

bool BusyDevice::is_busy() const { return cudaStreamQuery(stream_) == cudaErrorNotReady; }

void BusyDevice::stop() { *const_cast<volatile int*>(stop_) = 1; }
