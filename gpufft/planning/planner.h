// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

namespace gpufft {

inline constexpr std::array<std::size_t, 10> kRadices{2, 3, 4, 5, 7, 8, 11, 13, 15, 16};

// The cost of a step that makes parts of `part` vectors: per vector it touches, in any unit.
using StepCost = std::function<double(std::size_t radix, std::size_t part)>;

// Passes by their radices, from all `columns` vectors down to one.
struct Route {
  std::vector<std::size_t> radices;
  double cost = 0;
};

// The cheapest routes, at most `count`, cheapest first; none if `columns` has a prime factor for which there is no
// radix. The nodes of the graph are the sizes still to be transformed, its edges the radices that divide them, so a
// search costs next to nothing.
std::vector<Route> cheapest_routes(std::size_t columns, const StepCost& cost, std::size_t count = 1);
double cost_of(const std::vector<std::size_t>& radices, const StepCost& cost);

// A model that suits any processor, for use until something has been measured on it.
double modelled_cost(std::size_t radix, std::size_t part);

// What the last step does with its results: stores points in place, or folds power into a row.
enum class Ending { InPoints, InPower };

// `cost`, with the last step of a transform of `columns` vectors priced for this ending.
StepCost with_ending(StepCost cost, Ending ending, std::size_t columns);

}  // namespace gpufft
