// SPDX-License-Identifier: MIT
#include "gpufft/cpu/convolution.h"

#include <algorithm>
#include <bit>

#include "gpufft/cpu/bluestein.h"
#include "gpufft/cpu/costs.h"
#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/rader.h"
#include "gpufft/planning/stopwatch.h"

namespace gpufft::cpu {
namespace {

// Modelled costs for a vector of points: multiplying it, and gathering it from, or scattering it to, arbitrary places.
constexpr double kMultiply = 1.3, kMove = 0.3;

// Both transforms, and the multiplication between them.
double transforms_cost(const Target& target, std::size_t points) {
  return 2 * Plan::cost_on(target, points) +
         kMultiply * static_cast<double>(points) / static_cast<double>(target.kernels.front().lanes);
}

Convolution rader(const Target& target, std::size_t length) {
  return {kRader, length - 1, transforms_cost(target, length - 1) + 2 * kMove * static_cast<double>(length)};
}

// Padded to the length that takes least time: a power of two, or a small odd number times one.
Convolution bluestein(const Target& target, std::size_t length) {
  const std::size_t least = 2 * length - 1;
  std::vector<Convolution> all;
  for (const std::size_t odd : {1, 3, 5, 7, 9, 15, 21, 25, 27, 35, 45}) {
    const std::size_t points = odd * std::bit_ceil((least + odd - 1) / odd);
    const double chirps = 2 * kMultiply * static_cast<double>(length) / static_cast<double>(target.kernels[0].lanes);
    all.push_back({kBluestein, points, transforms_cost(target, points) + chirps});
  }
  return *std::ranges::min_element(all, {}, &Convolution::cost);
}

double nanoseconds_of(PointsFft& fft, std::size_t length) {
  constexpr std::size_t kPointsATime = 1 << 16;
  std::vector<std::complex<float>> points(length);
  const std::size_t calls = std::max<std::size_t>(1, kPointsATime / length);
  const double seconds = least_seconds(15, [&] {
    for (std::size_t call = 0; call < calls; ++call) fft.transform(points, points, Direction::Forward);
  });
  return 1e9 * seconds / static_cast<double>(calls);
}

}  // namespace

std::vector<Convolution> convolutions_for(const Target& target, std::size_t length) {
  std::vector<Convolution> ways{bluestein(target, length)};
  if (Rader::supports(length)) ways.push_back(rader(target, length));
  auto measured = ways;
  const bool all = std::ranges::all_of(measured, [&](Convolution& each) {
    const auto cost = way_cost(wisdom(), target, each.way, length);
    each.cost = cost.value_or(0);
    return cost.has_value();
  });
  if (all) ways = std::move(measured);
  std::ranges::sort(ways, {}, &Convolution::cost);
  return ways;
}

std::unique_ptr<PointsFft> plan_convolution(const Target& target, std::size_t length, const Convolution& convolution) {
  if (convolution.way == kRader) return std::make_unique<Rader>(target, length);
  return std::make_unique<Bluestein>(target, length, convolution.points);
}

void measure_convolutions(const Target& target, std::size_t length, Wisdom& wisdom) {
  for (const auto& way : convolutions_for(target, length)) {
    learn_way(wisdom, target, way.way, length, nanoseconds_of(*plan_convolution(target, length, way), length));
  }
}

}  // namespace gpufft::cpu
