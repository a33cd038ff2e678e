// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "gpufft/cuda/kernels/arguments.h"

namespace gpufft::cuda {

constexpr std::size_t kLongest = std::size_t{1} << 26;       // points of a power of two
constexpr std::size_t kLongestOther = std::size_t{1} << 22;  // and of any other length

// Complex transforms of one length, in the memory of the device, side by side: what all kinds of transform are made of.
// `in` and `out` are the same memory or do not overlap.
class PointsPlan {
 public:
  virtual ~PointsPlan() = default;
  virtual void run(const Point* in, Point* out, std::size_t batch, bool inverse, cudaStream_t stream) = 0;
};

// Any length: by kernels that know their shape for powers of two, by lines where 2, 3, 5 and 7 divide it down to 1, by
// Bluestein's way else. `batch` transforms at most will be run at a time. Throws DeviceError.
std::unique_ptr<PointsPlan> plan_points(std::size_t length, std::size_t batch);

bool is_smooth(std::size_t length);

// The ways of the lengths that are no powers of two.
std::unique_ptr<PointsPlan> plan_lines(std::size_t length, std::size_t batch);  // smooth
std::unique_ptr<PointsPlan> plan_bluestein(std::size_t length, std::size_t batch);

}  // namespace gpufft::cuda
