// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

#include "daemon/sources/sim/radio.h"

namespace spectrumd::sim {

// What a test hears of a scene: the bytes of a receiver, turned back into numbers by the definition of full scale and
// measured in double precision.

using Samples = std::vector<std::complex<double>>;

constexpr double kRate = 2.4e6;
constexpr double kCenter = 100e6;

inline std::vector<std::byte> receive(Radio& radio, std::size_t samples) {
  std::vector<std::byte> bytes(2 * samples);
  radio.receive(bytes);
  return bytes;
}

inline Samples to_numbers(std::span<const std::byte> cu8) {
  const auto number = [](std::byte code) { return (std::to_integer<int>(code) - 127.5) / 127.5; };
  Samples samples(cu8.size() / 2);
  for (std::size_t n = 0; n < samples.size(); ++n) samples[n] = {number(cu8[2 * n]), number(cu8[2 * n + 1])};
  return samples;
}

struct Tuner {
  double center = kCenter;
  double rate = kRate;
  double gain = kReferenceGain.value;
  double ppm = 0;
};

inline Radio tuned_radio(const Scene& scene, Tuner tuner = {}, std::uint64_t seed = 1) {
  Radio radio(scene, seed);
  radio.tune({tuner.center}, {tuner.rate}, {tuner.gain}, tuner.ppm);
  return radio;
}

inline Samples listen(const Scene& scene, std::size_t samples, Tuner tuner = {}) {
  Radio radio = tuned_radio(scene, tuner);
  return to_numbers(receive(radio, samples));
}

// The level of a tone `hertz` away from the middle. A Blackman-Harris window keeps the others out.
inline double level_at(const Samples& samples, double hertz, double rate = kRate) {
  const auto length = static_cast<double>(samples.size());
  std::complex<double> sum = 0;
  double gain = 0;
  for (std::size_t n = 0; n < samples.size(); ++n) {
    const double c = std::cos(2 * std::numbers::pi * static_cast<double>(n) / length);
    const double window = 0.35875 - 0.48829 * c + 0.14128 * (2 * c * c - 1) - 0.01168 * (4 * c * c - 3) * c;
    const double turns = std::remainder(hertz / rate * static_cast<double>(n), 1.0);
    sum += window * samples[n] * std::polar(1.0, -2 * std::numbers::pi * turns);
    gain += window;
  }
  return 20 * std::log10(std::abs(sum) / gain);
}

inline double power(const Samples& samples) {
  double sum = 0;
  for (const auto& sample : samples) sum += std::norm(sample);
  return sum / static_cast<double>(samples.size());
}

// The mean frequency between two samples, in Hz from the middle; `first + 1` up to `last` must turn by less than half.
inline double frequency_between(const Samples& samples, std::size_t first, std::size_t last, double rate = kRate) {
  double turns = 0;
  for (std::size_t n = first; n < last; ++n)
    turns += std::arg(samples[n + 1] * std::conj(samples[n])) / (2 * std::numbers::pi);
  return turns / static_cast<double>(last - first) * rate;
}

constexpr Decibels kDither{-105};  // of noise per Hz: enough for rounding to be harmless

}  // namespace spectrumd::sim
