// SPDX-License-Identifier: MIT
#include "gpufft/cpu/planner.h"

#include <algorithm>
#include <map>

namespace gpufft::cpu {
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

}  // namespace

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

// Arithmetic and traffic to the first cache, and more where a part no longer fits it: fitted to the times of whole
// transforms with AVX-512.
double modelled_cost(std::size_t radix, std::size_t part) {
  constexpr std::array<double, kRadices.size()> kCosts{1.0, 1.3, 1.35, 2.0, 2.9, 1.75, 2.6};
  constexpr std::size_t kVectorsInCache = 512;
  const auto at = std::ranges::find(kRadices, radix) - kRadices.begin();
  return kCosts[static_cast<std::size_t>(at)] + (part * radix >= kVectorsInCache ? 1.0 : 0.0);
}

}  // namespace gpufft::cpu
