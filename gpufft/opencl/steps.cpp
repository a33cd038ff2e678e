// SPDX-License-Identifier: MIT
#include "gpufft/opencl/steps.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "gpufft/opencl/device.h"
#include "gpufft/opencl/lanes_source.h"

namespace gpufft::opencl {
namespace {

constexpr std::size_t kColumnsOnGpu = 16;        // points side by side: a line of its cache
constexpr std::size_t kFewestColumnsOnGpu = 4;   // a sector of it, which costs less than one more trip through memory
constexpr std::size_t kColumnsOnProcessor = 16;  // the lanes of the widest vectors
constexpr std::size_t kItemsOnGpu = 128;         // the fewest in a work-group, if possible
constexpr std::size_t kFloatsInCache = 1 << 14;  // 64 KiB of a processor's local memory, as much as fits its cache
constexpr std::size_t kFloatsOfLanes = 1 << 18;  // 1 MiB, in the second cache: better than twice through memory
constexpr std::size_t kPointsOfLanes = 1 << 12;  // the fewest per work-item, as starting one costs time
constexpr double kTrip = 100;                    // a point's trip through memory, in the units of modelled_cost

std::vector<std::size_t> radices_for(std::size_t length) {
  if (length == 1) return {1};
  const auto routes = cheapest_routes(length, modelled_cost(length));
  return routes.empty() ? std::vector<std::size_t>() : routes.front().radices;
}

// The step by the planner's radices; nullopt if the device cannot do it.
std::optional<StepShape> planned(StepShape shape, const Limits& limits) {
  shape.radices = radices_for(shape.length);
  if (shape.radices.empty()) return std::nullopt;
  shape.items = shape.length / *std::ranges::max_element(shape.radices);
  const std::size_t wanted = limits.style.vectorised ? kColumnsOnProcessor : kColumnsOnGpu;
  shape.across = limits.style.vectorised || !shape.single();
  shape.columns_together = shape.across ? wanted : std::max<std::size_t>(1, kItemsOnGpu / shape.items);
  if (!shape.single()) shape.columns_together = std::min(shape.columns_together, shape.columns());
  auto fit = fitted(shape, limits);
  const bool by_columns = !limits.style.vectorised && !shape.single();
  while (!fit && by_columns && shape.columns_together >= 2 * kFewestColumnsOnGpu) {
    shape.columns_together /= 2;
    fit = fitted(shape, limits);
  }
  return fit;
}

// The same step by columns, from points to points, as it was measured fastest on an NVIDIA H200 in transforms of 2^14
// to 2^19 points. Folding power takes registers, and fewer passes are better then.
StepShape measured(const StepShape& shape, const Limits& limits) {
  struct Fastest {
    std::vector<std::size_t> radices;
    std::size_t columns;
  };
  static const std::map<std::size_t, Fastest> kFastest{{128, {{8, 16}, 32}},
                                                       {256, {{16, 8, 2}, 16}},
                                                       {512, {{16, 8, 4}, 16}},
                                                       {1024, {{16, 16, 4}, 8}},
                                                       {2048, {{16, 4, 8, 4}, 4}}};
  const auto found = kFastest.find(shape.length);
  if (limits.style.vectorised || shape.single() || found == kFastest.end()) return shape;
  StepShape fastest = shape;
  fastest.radices = found->second.radices;
  fastest.items = shape.length / *std::ranges::max_element(fastest.radices);
  fastest.columns_together = std::min(found->second.columns, shape.columns());
  return fitted(fastest, limits).value_or(shape);
}

std::optional<StepShape> fitted_lanes(const StepShape& shape, const Limits& limits) {
  const bool known = shape.lanes == 16 || shape.lanes == 8 || shape.lanes == 4;
  if (!known || shape.lanes > limits.lanes || shape.radices.front() != shape.lanes) return std::nullopt;
  if (shape.length % (2 * shape.lanes) != 0 || shape.length / shape.lanes < shape.lanes) return std::nullopt;
  if (lanes_local_floats(shape) > std::min(limits.local_floats, kFloatsOfLanes)) return std::nullopt;
  return shape;
}

// Whole frames by vectors, as wide as the length allows.
std::optional<StepShape> planned_lanes(std::size_t length, const Limits& limits) {
  for (std::size_t lanes = limits.lanes; lanes >= 4; lanes /= 2) {
    if (length % lanes != 0) continue;
    const auto radices = radices_for(length / lanes);
    if (radices.empty()) return std::nullopt;
    StepShape shape{.points = length,
                    .length = length,
                    .radices = {lanes},
                    .columns_together = std::max<std::size_t>(1, kPointsOfLanes / length),
                    .lanes = lanes};
    shape.radices.insert(shape.radices.end(), radices.begin(), radices.end());
    if (const auto fit = fitted_lanes(shape, limits)) return fit;
  }
  return std::nullopt;
}

struct Search {
  std::size_t points, inner;
  const Limits& limits;
  std::map<std::size_t, std::vector<std::size_t>> known;  // lengths of the steps for each remaining size
  std::map<std::size_t, double> costs;

  std::size_t length() const { return points / inner; }

  std::optional<StepShape> step(std::size_t step_length, std::size_t left) const {
    return planned({.points = points, .length = step_length, .inner = inner, .before = length() / left}, limits);
  }

  double cost(std::size_t left) {
    if (left == 1) return 0;
    if (const auto at = costs.find(left); at != costs.end()) return at->second;
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t candidate = left; candidate > 1; --candidate) {
      if (left % candidate != 0) continue;
      const auto shape = step(candidate, left);
      if (!shape) continue;
      const double passes = cost_of(shape->radices, modelled_cost(candidate));
      // steps of like lengths: long ones leave room for few columns
      const double total = kTrip + passes + 1e-3 * static_cast<double>(candidate) + cost(left / candidate);
      if (total >= best) continue;
      best = total;
      auto& lengths = known[left];
      lengths.assign(1, candidate);
      const auto& rest = known[left / candidate];
      lengths.insert(lengths.end(), rest.begin(), rest.end());
    }
    return costs[left] = best;
  }
};

}  // namespace

Limits limits_of(const DeviceFacts& facts) {
  const Style style{.vectorised = facts.processor, .padded = !facts.processor};
  return {style, facts.local_bytes / sizeof(float), facts.largest_group, facts.processor ? facts.lanes : 0};
}

std::optional<StepShape> fitted(StepShape shape, const Limits& limits) {
  if (shape.lanes > 0) return fitted_lanes(shape, limits);
  const std::size_t local =
      limits.style.vectorised ? std::min(limits.local_floats, kFloatsInCache) : limits.local_floats;
  for (const std::size_t exchange : {4, 2, 1}) {
    if (exchange != 4 && limits.style.vectorised) break;
    if (exchange == 4 && !limits.style.vectorised) continue;
    shape.exchange = exchange;
    if (shape.group_items() <= limits.largest_group && local_floats(shape, limits.style) <= local) return shape;
  }
  return std::nullopt;
}

std::vector<StepShape> plan_steps(std::size_t length, std::size_t inner, const Limits& limits, Work work) {
  if (const auto whole = inner == 1 ? planned_lanes(length, limits) : std::nullopt) return {*whole};
  if (length > 1 && cheapest_routes(length, modelled_cost(length)).empty()) return {};
  Search search{length * inner, inner, limits, {}, {}};
  if (length == 1) return {planned({.points = inner, .inner = inner}, limits).value()};
  if (std::isinf(search.cost(length))) return {};
  std::vector<StepShape> steps;
  std::size_t left = length;
  for (const std::size_t step_length : search.known[length]) {
    const StepShape step = search.step(step_length, left).value();
    steps.push_back(work == Work::Points ? measured(step, limits) : step);
    left /= step_length;
  }
  return steps;
}

StepCost modelled_cost(std::size_t length) {
  return [length](std::size_t radix, std::size_t part) {
    constexpr double kExchange = 10;
    const bool first = radix * part == length;
    const double levels = std::log2(static_cast<double>(radix));
    if (std::has_single_bit(radix)) return kExchange + (first ? 2 + 1.8 * levels : 3.0 * levels);
    const auto odd = static_cast<double>(radix);
    return kExchange + odd + (first ? 0 : 4 * (odd - 1) / odd);
  };
}

}  // namespace gpufft::opencl
