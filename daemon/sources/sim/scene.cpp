// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/scene.h"

#include <cmath>
#include <complex>
#include <numbers>

#include "daemon/sources/sim/decibels.h"
#include "daemon/sources/sim/noise.h"

namespace spectrumd::sim {

std::vector<SteadyTone> steady_tones(const Scene& scene) {
  std::vector<SteadyTone> tones;
  for (const Signal& signal : scene.signals) {
    if (const auto* carrier = std::get_if<Carrier>(&signal)) tones.push_back({carrier->frequency, carrier->level});
    if (const auto* am = std::get_if<Am>(&signal)) {
      const Decibels side{am->level.value + decibels_of(am->depth / 2).value};
      tones.push_back({am->frequency, am->level});
      tones.push_back({{am->frequency.value - am->tone.value}, side});
      tones.push_back({{am->frequency.value + am->tone.value}, side});
    }
  }
  return tones;
}

Decibels noise_density(const Scene& scene, Hertz rate, Decibels gain) {
  constexpr double kCount = 1 / 127.5;
  constexpr double kRoundingPower = 2 * kCount * kCount / 12;  // of I and of Q
  double density = kRoundingPower / rate.value;
  if (scene.noise) density += std::pow(10, (scene.noise->value + gain.value - kReferenceGain.value) / 10);
  return {10 * std::log10(density)};
}

Decibels image_level(const Imbalance& imbalance) {
  const auto skew = std::polar(amplitude_of(imbalance.gain), imbalance.phase_degrees * std::numbers::pi / 180);
  return decibels_of(std::abs(1.0 - std::conj(skew)) / std::abs(1.0 + skew));
}

std::size_t hop_channel(const Hop& hop, std::uint64_t burst, std::uint64_t seed) {
  return static_cast<std::size_t>(RandomBits(seed, burst).next() % hop.channels);
}

}  // namespace spectrumd::sim
