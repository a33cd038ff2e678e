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

// What is known of this processor: what steps cost, in nanoseconds per vector, and whole transforms of lengths that no
// steps lead to, by the ways there are.
Wisdom& wisdom();

void learn_step(Wisdom& wisdom, const Target& target, std::size_t lanes, std::size_t radix, std::size_t part,
                double nanoseconds);
StepCost step_cost(const Wisdom& wisdom, const Target& target, std::size_t lanes);  // infinite where nothing is known

// The cheapest routes by what is known; by the model if that does not lead all the way.
std::vector<Route> routes(const Wisdom& wisdom, const Target& target, std::size_t lanes, std::size_t columns,
                          std::size_t count = 1, Ending ending = Ending::InPoints);

void learn_way(Wisdom& wisdom, const Target& target, std::string_view way, std::size_t length, double nanoseconds);
std::optional<double> way_cost(const Wisdom& wisdom, const Target& target, std::string_view way, std::size_t length);

// Measures every step that could be part of a transform of so many columns.
void measure_steps(const Target& target, const Kernels& kernels, std::size_t columns, Wisdom& wisdom);

}  // namespace gpufft::cpu
