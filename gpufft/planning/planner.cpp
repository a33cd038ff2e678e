// SPDX-License-Identifier: MIT
#include "gpufft/planning/planner.h"

#include <algorithm>
#include <bit>
#include <map>

namespace gpufft {
namespace {

using Known = std::map<std::size_t, std::vector<Route>>;

const std::vector<Route>& search(std::size_t left, const StepCost& cost, std::size_t count, Known& known) {
  const auto [at, is_new] = known.try_emplace(left);
  auto& routes = at->second;
  if (!is_new) return routes;
  for (const std::size_t radix : kRadices) {
    if (left % radix != 0) continue;
    const double here = cost(radix, left / radix);
    for (const Route& rest : search(left / radix, cost, count, known)) {
      Route& route = routes.emplace_back(Route{{radix}, here + rest.cost});
      route.radices.insert(route.radices.end(), rest.radices.begin(), rest.radices.end());
    }
  }
  std::ranges::sort(routes, {}, &Route::cost);
  if (routes.size() > count) routes.resize(count);
  return routes;
}

// How much more or less a step costs as the last one than in the middle; fitted like the model below. Sixteen powers
// with their sums, maxima and minima do not fit the registers; where nothing fits the second cache anyway, fewer passes
// count more. Results that lie 16 to 64 KiB apart compete for the same few cache lines.
double ending_factor(Ending ending, std::size_t radix, std::size_t columns) {
  constexpr std::size_t kVectorsInSecondCache = 8192;
  if (ending == Ending::InPower) {
    if (radix >= 15) return columns < kVectorsInSecondCache ? 1.2 : 0.8;
    return radix == 8 && columns == 4096 ? 1.6 : 1;
  }
  switch (radix) {
    case 2:
      return 1.6;
    case 4:
      return 1.2;
    case 8:
      return std::has_single_bit(columns) && columns >= 1024 && columns < kVectorsInSecondCache ? 2.1 : 1;
    case 15:
    case 16:
      return 0.92;
    default:
      return 1.2;
  }
}

}  // namespace

StepCost with_ending(StepCost cost, Ending ending, std::size_t columns) {
  return [cost = std::move(cost), ending, columns](std::size_t radix, std::size_t part) {
    return cost(radix, part) * (part == 1 ? ending_factor(ending, radix, columns) : 1);
  };
}

std::vector<Route> cheapest_routes(std::size_t columns, const StepCost& cost, std::size_t count) {
  Known known{{1, {Route{}}}};
  return search(columns, cost, count, known);
}

double cost_of(const std::vector<std::size_t>& radices, const StepCost& cost) {
  double sum = 0;
  std::size_t left = 1;
  for (auto radix = radices.rbegin(); radix != radices.rend(); left *= *radix++) sum += cost(*radix, left);
  return sum;
}

// Arithmetic and traffic to the first cache, and more where a part no longer fits it; fitted to the times of whole
// transforms with AVX-512, 11 and 13 to those of a step, next to radix 7 (`gpufft plan 18018 --measure`).
double modelled_cost(std::size_t radix, std::size_t part) {
  constexpr std::array<double, kRadices.size()> kCosts{1.0, 1.3, 1.35, 2.0, 2.9, 1.75, 4.2, 5.6, 3.5, 2.6};
  constexpr std::size_t kVectorsInCache = 512;
  const auto at = std::ranges::find(kRadices, radix) - kRadices.begin();
  return kCosts[static_cast<std::size_t>(at)] + (part * radix >= kVectorsInCache ? 1.0 : 0.0);
}

}  // namespace gpufft
