// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <random>
#include <span>
#include <vector>

#include "tests/gpufft/every_backend.h"
#include "tests/gpufft/iq_bytes.h"

class SpectrumTest : public EveryBackend {
 protected:
  static std::unique_ptr<gpufft::Spectrum> plan(const gpufft::SpectrumRequest& request) {
    return backend().plan_spectrum(request);
  }

  // The row of all whole frames in `iq`.
  static gpufft::PowerRow row_of(gpufft::Spectrum& spectrum, const gpufft::SpectrumRequest& request,
                                 std::span<const std::byte> iq) {
    gpufft::PowerRow row;
    row.clear(request.bins);
    const std::size_t samples = iq.size() / gpufft::bytes_per_sample(request.format);
    spectrum.accumulate(iq, (samples - request.bins) / request.hop + 1, row);
    return row;
  }
};

inline double decibels(double power) { return 10 * std::log10(power); }

// A complex tone, `cycles` per sample, around `offset`.
inline oracle::Points tone(std::size_t samples, double amplitude, double cycles, std::complex<double> offset = 0) {
  oracle::Points points(samples);
  for (std::size_t n = 0; n < samples; ++n) {
    const double turns = cycles * static_cast<double>(n);
    points[n] = offset + std::polar(amplitude, 2 * std::numbers::pi * (turns - std::floor(turns)));
  }
  return points;
}

// White noise whose samples have the given mean power.
inline oracle::Points noise(std::size_t samples, double power, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> part(0, std::sqrt(power / 2));
  oracle::Points points(samples);
  for (auto& point : points) {
    const double re = part(generator), im = part(generator);
    point = {re, im};
  }
  return points;
}
