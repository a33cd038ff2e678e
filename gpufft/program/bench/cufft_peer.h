// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "gpufft/fft.h"

namespace gpufft::program {

// cuFFT's plan for a batch of transforms of packed points on the device.
class CufftPlan {
 public:
  CufftPlan(std::size_t length, std::size_t batch, cudaStream_t stream);  // throws DeviceError

  void execute(const float* in, float* out, Direction direction = Direction::Forward);  // pairs of floats

 private:
  struct Destroy {
    void operator()(int* plan) const;
  };
  std::unique_ptr<int, Destroy> plan_;
};

}  // namespace gpufft::program
