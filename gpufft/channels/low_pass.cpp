// SPDX-License-Identifier: MIT
#include "gpufft/channels/low_pass.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include "gpufft/window.h"

namespace gpufft {
namespace {

constexpr double kKaiserBeta = 0.1102 * (90 - 8.7);

}  // namespace

double low_pass_at(double time, double length, double cutoff) {
  const double place = 2 * time / length;
  if (std::abs(place) > 1) return 0;
  const double angle = 2 * std::numbers::pi * cutoff * time;
  return 2 * cutoff * kaiser_at(kKaiserBeta, place) * (angle == 0 ? 1 : std::sin(angle) / angle);
}

std::vector<double> low_pass(double cutoff, std::size_t taps) {
  std::vector<double> made(taps);
  const double middle = static_cast<double>(taps - 1) / 2;
  for (std::size_t i = 0; i < taps; ++i)
    made[i] = low_pass_at(static_cast<double>(i) - middle, static_cast<double>(taps - 1), cutoff);
  const double sum = std::accumulate(made.begin(), made.end(), 0.0);
  for (double& tap : made) tap /= sum;
  return made;
}

}  // namespace gpufft
