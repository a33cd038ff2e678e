// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "gpufft/cuda/kernels/arguments.h"

namespace gpufft::cuda {

constexpr std::size_t kLongest = std::size_t{1} << 26;       // points, for powers of two
constexpr std::size_t kLongestOther = std::size_t{1} << 22;  // and for any other length

// Complex transforms of one length, packed in the memory of the device, from which all kinds of transform are built.
// `in` and `out` are the same memory or do not overlap.
class PointsPlan {
 public:
  virtual ~PointsPlan() = default;
  virtual void run(const Point* in, Point* out, std::size_t batch, bool inverse, cudaStream_t stream) = 0;
};

// Any length: powers of two by kernels with compile-time shapes, lengths that 2, 3, 5 and 7 divide down to 1 by lines,
// others by Bluestein's algorithm. At most `batch` transforms will be run at a time. Throws DeviceError.
std::unique_ptr<PointsPlan> plan_points(std::size_t length, std::size_t batch);

bool is_smooth(std::size_t length);

// The plans for lengths that are not powers of two.
std::unique_ptr<PointsPlan> plan_lines(std::size_t length, std::size_t batch);  // smooth
std::unique_ptr<PointsPlan> plan_bluestein(std::size_t length, std::size_t batch);

}  // namespace gpufft::cuda
