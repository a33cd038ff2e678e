// SPDX-License-Identifier: MIT
#include "gpufft/demos/radar/scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace gpufft::program {
namespace {

constexpr double kLight = 299792458;  // meters per second
constexpr double kTurn = 2 * std::numbers::pi;
// Minimum distance in bins between any two targets, in one direction at least: more than the main lobe of the windows.
constexpr double kApart = 10;

// The chirp `seconds` after its start: from -bandwidth / 2 up to +bandwidth / 2. It rises and falls gently: the
// spectrum of a chirp that is cut off would alias, and an echo between two samples would then not be a copy of it.
std::complex<double> chirp_at(const Radar& radar, double seconds) {
  const double slope = radar.bandwidth_hz / radar.chirp_seconds;
  const double from_end = std::min(seconds, radar.chirp_seconds - seconds) / (radar.soft_share * radar.chirp_seconds);
  const double level = from_end >= 1 ? 1 : 0.5 - 0.5 * std::cos(std::numbers::pi * std::max(0.0, from_end));
  return std::polar(level, kTurn * seconds * (slope * seconds / 2 - radar.bandwidth_hz / 2));
}

void add_echo(const Radar& radar, const Target& target, std::size_t pulse, std::complex<float>* heard) {
  const double pulses = static_cast<double>(pulse) - static_cast<double>(radar.pulses) / 2;
  const double range = target.range + target.speed * pulses / radar.pulses_per_second;
  const double delay = 2 * range / kLight;
  const auto echo = std::polar(std::pow(10, target.level / 20), -kTurn * std::fmod(radar.carrier_hz * delay, 1.0));
  const auto first = static_cast<std::size_t>(std::max(0.0, std::ceil(delay * radar.rate_hz)));
  const std::size_t end = std::min(radar.samples, first + radar.chirp_samples());
  for (std::size_t n = first; n < end; ++n)
    heard[n] += std::complex<float>(echo * chirp_at(radar, static_cast<double>(n) / radar.rate_hz - delay));
}

bool far_from(const std::vector<Target>& others, const Target& one, const Radar& radar) {
  return std::ranges::all_of(others, [&](const Target& other) {
    return std::abs(other.range - one.range) > kApart * radar.range_step() ||
           std::abs(other.speed - one.speed) > kApart * radar.speed_step();
  });
}

}  // namespace

double Radar::range_step() const { return kLight / (2 * rate_hz); }

double Radar::speed_step() const { return kLight / carrier_hz * pulses_per_second / 2 / static_cast<double>(pulses); }

double Radar::farthest() const { return range_step() * static_cast<double>(samples - chirp_samples()); }

double Radar::fastest() const { return kLight / carrier_hz * pulses_per_second / 4; }

Echoes chirp(const Radar& radar) {
  Echoes pulse(radar.samples);
  for (std::size_t n = 0; n < std::min(radar.samples, radar.chirp_samples()); ++n)
    pulse[n] = std::complex<float>(chirp_at(radar, static_cast<double>(n) / radar.rate_hz));
  return pulse;
}

Echoes echoes(const Radar& radar, const std::vector<Target>& targets, std::uint32_t seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> noise(0, std::sqrt(0.5F));
  Echoes heard(radar.samples * radar.pulses);
  for (auto& sample : heard) {
    const float re = noise(generator), im = noise(generator);
    sample = {re, im};
  }
  for (std::size_t pulse = 0; pulse < radar.pulses; ++pulse)
    for (const Target& target : targets) add_echo(radar, target, pulse, &heard[pulse * radar.samples]);
  return heard;
}

std::vector<Target> random_targets(const Radar& radar, std::size_t count, std::uint32_t seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> range(0.05, 0.95), speed(-0.95, 0.95), level(-30, 0);
  std::vector<Target> targets;
  while (targets.size() < count) {
    const double r = range(generator), s = speed(generator), l = level(generator);
    const Target target{r * radar.farthest(), s * radar.fastest(), l};
    if (far_from(targets, target, radar)) targets.push_back(target);
  }
  return targets;
}

}  // namespace gpufft::program
