// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gpufft/opencl/device.h"
#include "gpufft/planning/tuner.h"

namespace gpufft::opencl {

// The steps measured fastest on a device, by name; one for the whole program.
Wisdom& wisdom_of(const DeviceFacts& facts);

// The steps for a length: as measured on this device (wisdom_of), else from plan_steps().
std::vector<StepShape> best_steps(const Device& device, Work work, std::size_t length);

// Seconds per batch, the least of several. Infinite if the device cannot do it.
double seconds_of(const Device& device, Work work, const std::vector<StepShape>& steps);

// The same step in prime radices, with work-items for as many rounds as needed.
StepShape by_primes(const StepShape& step);

// Times ways on the device, fastest first. Measures step by step what each radix costs at each place, in place of the
// primes that it stands for; times the cheapest paths by these costs, then the best of them with other sizes of
// work-groups or vectors. Throws DeviceError, or PlanError for a length that has no steps.
std::vector<Timing> measure(const Device& device, Work work, std::size_t length);

// "16x16:1:16:0|...": for each step its radices, columns per work-group, work-items per column, lanes. The reverse
// gives an empty list if the text is invalid, or does not fit that length or device.
std::string recipe_of(const std::vector<StepShape>& steps);
std::optional<std::vector<StepShape>> steps_of(const std::string& recipe, std::size_t length, const Limits& limits);

}  // namespace gpufft::opencl
