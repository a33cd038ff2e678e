// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "gpufft/cpu/target.h"
#include "gpufft/planning/planner.h"
#include "gpufft/planning/wisdom.h"

namespace gpufft::cpu {

// What is known about this processor: the costs of steps, in nanoseconds per vector, and of the ways to transform whole
// lengths that steps cannot do.
Wisdom& wisdom();

void learn_step(Wisdom& wisdom, const Target& target, std::size_t lanes, std::size_t radix, std::size_t part,
                double nanoseconds);
StepCost step_cost(const Wisdom& wisdom, const Target& target, std::size_t lanes);  // infinite where unknown

// The cheapest routes by measured costs; by the model if those do not lead all the way.
std::vector<Route> routes(const Wisdom& wisdom, const Target& target, std::size_t lanes, std::size_t columns,
                          std::size_t count = 1, Ending ending = Ending::InPoints);

void learn_way(Wisdom& wisdom, const Target& target, std::string_view way, std::size_t length, double nanoseconds);
std::optional<double> way_cost(const Wisdom& wisdom, const Target& target, std::string_view way, std::size_t length);

// Measures every step that could be part of a transform of so many columns.
void measure_steps(const Target& target, const Kernels& kernels, std::size_t columns, Wisdom& wisdom);

}  // namespace gpufft::cpu
