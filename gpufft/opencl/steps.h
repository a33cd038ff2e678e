// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "gpufft/cpu/planner.h"
#include "gpufft/opencl/pass_shape.h"

namespace gpufft::opencl {

struct DeviceFacts;

// What kernels for a device may use.
struct Limits {
  Style style;
  std::size_t local_floats = 0, largest_group = 0;
  bool operator==(const Limits&) const = default;
};
Limits limits_of(const DeviceFacts& facts);

// The steps of transforms of `length` points (columns of a grid with rows of `inner` points, if that is over 1): as few
// as local memory allows, each the cheapest path of radices. None if the length has a prime factor over 7.
std::vector<PassShape> plan_steps(std::size_t length, std::size_t inner, const Limits& limits);

// What a pass costs a point: arithmetic, and the way through local memory. The first has no twiddle factors.
cpu::StepCost modelled_cost(std::size_t length);

}  // namespace gpufft::opencl
