// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gpufft/opencl/device.h"
#include "gpufft/planning/wisdom.h"

namespace gpufft::opencl {

enum class Work { Points, Power };  // what results are: points, or power folded over frames
const char* to_string(Work work);

// What was measured on a device to be the fastest, kept by its name; the same for the whole program.
Wisdom& wisdom_of(const DeviceFacts& facts);

// The steps of a length: as measured on this device (wisdom_of), else as plan_steps() has them.
std::vector<StepShape> best_steps(const Device& device, Work work, std::size_t length);

struct Timing {
  std::vector<StepShape> steps;
  double seconds;  // a batch
};

// Of a batch: the least of several. Infinite if the device cannot.
double seconds_of(const Device& device, Work work, const std::vector<StepShape>& steps);

// The same step in prime radices, with work-items for as many rounds as it takes.
StepShape by_primes(const StepShape& step);

// Times ways on the device, fastest first. Step by step: what each radix costs at each place is measured there, in
// place of the primes that it stands for; the cheapest paths by these costs are timed, the best of them with
// work-groups, or vectors, of other sizes. Throws DeviceError, or PlanError for a length that has no steps.
std::vector<Timing> measure(const Device& device, Work work, std::size_t length);

// "16x16:1:16:0|...": of each step its radices, columns of a work-group, work-items of a column, lanes. Nothing if the
// text is none, or no plan for that length on such a device.
std::string recipe_of(const std::vector<StepShape>& steps);
std::optional<std::vector<StepShape>> steps_of(const std::string& recipe, std::size_t length, const Limits& limits);

}  // namespace gpufft::opencl
