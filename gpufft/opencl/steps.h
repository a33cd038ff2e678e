// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gpufft/opencl/step_shape.h"
#include "gpufft/planning/planner.h"

namespace gpufft::opencl {

struct DeviceFacts;

enum class Work { Points, Power };  // the results: points, or power folded over frames
const char* to_string(Work work);

// The device's limits for kernels.
struct Limits {
  Style style;
  std::size_t local_floats = 0, largest_group = 0;
  std::size_t lanes = 0;  // in a processor's vectors; 0: work-items compute on single numbers
  bool operator==(const Limits&) const = default;
};
Limits limits_of(const DeviceFacts& facts);

// The steps of transforms of `length` points (columns of a grid with rows of `inner` points, if that is over 1): as few
// as local memory allows, each as measured on a GPU or the cheapest path of radices. Empty if the length has a prime
// factor over 7.
std::vector<StepShape> plan_steps(std::size_t length, std::size_t inner, const Limits& limits,
                                  Work work = Work::Points);

// The step with memory for its exchange; nullopt if the device lacks that memory, or work-groups that large.
std::optional<StepShape> fitted(StepShape shape, const Limits& limits);

// The cost of a pass per point: arithmetic, and traffic through local memory. The first pass has no twiddle factors.
StepCost modelled_cost(std::size_t length);

}  // namespace gpufft::opencl
