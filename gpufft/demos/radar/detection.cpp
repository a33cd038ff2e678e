// SPDX-License-Identifier: MIT
#include "gpufft/demos/radar/detection.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace gpufft::program {
namespace {

// Noise alone exceeds its mean by this factor in one of 5 * 10^9 cells.
const double kThreshold = std::pow(10, 1.35);
constexpr std::size_t kNeighbours = 3;  // cells on each side that a peak exceeds

double mean_of_noise(const RangeDopplerMap& map) {
  std::vector<float> power = map.power;
  const auto middle = power.begin() + static_cast<std::ptrdiff_t>(power.size() / 2);
  std::ranges::nth_element(power, middle);
  return *middle / std::log(2.0);  // for an exponential distribution
}

// The map wraps around in both directions, as transforms do.
float around(const RangeDopplerMap& map, std::size_t range, std::size_t speed, std::ptrdiff_t by_range,
             std::ptrdiff_t by_speed) {
  const auto wrapped = [](std::size_t at, std::ptrdiff_t by, std::size_t size) {
    return (at + size + static_cast<std::size_t>(by)) % size;
  };
  return map.at(wrapped(range, by_range, map.ranges), wrapped(speed, by_speed, map.speeds));
}

bool is_peak(const RangeDopplerMap& map, std::size_t range, std::size_t speed) {
  constexpr auto kReach = static_cast<std::ptrdiff_t>(kNeighbours);
  for (std::ptrdiff_t r = -kReach; r <= kReach; ++r)
    for (std::ptrdiff_t s = -kReach; s <= kReach; ++s)
      if (around(map, range, speed, r, s) > map.at(range, speed)) return false;
  return true;
}

// The top of the parabola through the levels of three cells; the main lobe of a window is close to one.
struct Top {
  double offset = 0, level = 0;
};
Top top_of(double before, double peak, double after) {
  const double a = 10 * std::log10(before), b = 10 * std::log10(peak), c = 10 * std::log10(after);
  const double curvature = a - 2 * b + c;
  if (curvature >= 0) return {0, b};
  const double offset = (a - c) / (2 * curvature);
  return {offset, b - (a - c) * offset / 4};
}

Target target_at(const Radar& radar, const RangeDopplerMap& map, std::size_t range, std::size_t speed) {
  const double peak = map.at(range, speed);
  const Top by_range = top_of(around(map, range, speed, -1, 0), peak, around(map, range, speed, 1, 0));
  const Top by_speed = top_of(around(map, range, speed, 0, -1), peak, around(map, range, speed, 0, 1));
  const double middle = static_cast<double>(map.speeds / 2);
  // A receding target turns the phase backwards.
  return {.range = (static_cast<double>(range) + by_range.offset) * radar.range_step(),
          .speed = (middle - static_cast<double>(speed) - by_speed.offset) * radar.speed_step(),
          .level = by_range.level + by_speed.level - 10 * std::log10(peak)};
}

bool same_place(const Radar& radar, const Target& one, const Target& other) {
  return std::abs(one.range - other.range) <= radar.range_step() &&
         std::abs(one.speed - other.speed) <= radar.speed_step();
}

}  // namespace

std::vector<Target> detect(const Radar& radar, const RangeDopplerMap& map) {
  const double least = kThreshold * mean_of_noise(map);
  std::vector<Target> found;
  for (std::size_t range = 0; range < map.ranges; ++range)
    for (std::size_t speed = 0; speed < map.speeds; ++speed)
      if (map.at(range, speed) > least && is_peak(map, range, speed))
        found.push_back(target_at(radar, map, range, speed));
  std::ranges::sort(found, std::greater(), &Target::level);
  return found;
}

std::size_t Findings::missed() const {
  return static_cast<std::size_t>(std::ranges::count_if(targets, [](const Finding& one) { return !one.found; }));
}

Findings compare(const Radar& radar, const std::vector<Target>& placed, const std::vector<Target>& found) {
  Findings findings;
  std::vector<Target> left = found;
  for (const Target& target : placed) {
    Finding finding{.placed = target, .found = {}};
    const auto match = std::ranges::find_if(left, [&](const Target& peak) { return same_place(radar, peak, target); });
    if (match != left.end()) {
      finding.found = *match;
      left.erase(match);
    }
    findings.targets.push_back(finding);
  }
  findings.false_alarms = left.size();
  return findings;
}

}  // namespace gpufft::program
