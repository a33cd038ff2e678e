// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gpufft/opencl/step_shape.h"
#include "gpufft/planning/planner.h"

namespace gpufft::opencl {

struct DeviceFacts;

// What kernels for a device may use.
struct Limits {
  Style style;
  std::size_t local_floats = 0, largest_group = 0;
  std::size_t lanes = 0;  // of a processor's vectors; 0: work-items compute with numbers
  bool operator==(const Limits&) const = default;
};
Limits limits_of(const DeviceFacts& facts);

// The steps of transforms of `length` points (columns of a grid with rows of `inner` points, if that is over 1): as few
// as local memory allows, each the cheapest path of radices. None if the length has a prime factor over 7.
std::vector<StepShape> plan_steps(std::size_t length, std::size_t inner, const Limits& limits);

// The step with room for its exchange, or nothing if the device has not so much, or so large work-groups.
std::optional<StepShape> fitted(StepShape shape, const Limits& limits);

// What a pass costs a point: arithmetic, and the way through local memory. The first has no twiddle factors.
StepCost modelled_cost(std::size_t length);

}  // namespace gpufft::opencl
