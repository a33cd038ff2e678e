// SPDX-License-Identifier: MIT
#include "gpufft/program/check/spectra.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "gpufft/program/check/definition.h"

namespace gpufft::program {
namespace {

constexpr std::size_t kFrames = 3;

// Parts of samples, as devices deliver them, with the values of zero and of full scale.
template <typename Part>
struct Signal {
  std::vector<Part> parts;
  double zero, full_scale;

  DoublePoints frame(std::size_t first, const std::vector<double>& window) const {
    DoublePoints points(window.size());
    for (std::size_t n = 0; n < points.size(); ++n) {
      const double re = parts[2 * (first + n)], im = parts[2 * (first + n) + 1];
      points[n] = std::complex<double>(re - zero, im - zero) * (window[n] / full_scale);
    }
    return points;
  }
};

template <typename Part>
Signal<Part> random_whole_numbers(std::size_t samples, double zero, double full_scale) {
  std::mt19937 generator(static_cast<unsigned>(samples));
  std::uniform_int_distribution<int> level(std::numeric_limits<Part>::min(), std::numeric_limits<Part>::max());
  Signal<Part> signal{std::vector<Part>(2 * samples), zero, full_scale};
  for (auto& part : signal.parts) part = static_cast<Part>(level(generator));
  return signal;
}

template <SampleFormat Format>
auto random_signal(std::size_t samples) {
  if constexpr (Format == SampleFormat::Cu8) {
    return random_whole_numbers<std::uint8_t>(samples, 127.5, 127.5);
  } else if constexpr (Format == SampleFormat::Cs8) {
    return random_whole_numbers<std::int8_t>(samples, 0, 128);
  } else if constexpr (Format == SampleFormat::Cs16) {
    return random_whole_numbers<std::int16_t>(samples, 0, 32768);
  } else {
    std::mt19937 generator(static_cast<unsigned>(samples));
    std::uniform_real_distribution<float> level(-1, 1);
    Signal<float> signal{std::vector<float>(2 * samples), 0, 1};
    for (auto& part : signal.parts) part = level(generator);
    return signal;
  }
}

}  // namespace

template <SampleFormat Format>
double spectrum_error(const Backend& backend, std::size_t bins) {
  const std::size_t hop = bins / 2 + 1;
  const auto signal = random_signal<Format>(bins + (kFrames - 1) * hop);
  PowerRow row;
  row.clear(bins);
  backend.plan_spectrum({.format = Format, .bins = bins, .hop = hop})
      ->accumulate(std::as_bytes(std::span(signal.parts)), kFrames, row);
  auto window = window_points({}, bins);
  const double tone = window_gain(window).coherent_gain * static_cast<double>(bins);
  for (double& point : window) point /= tone;
  std::vector<DoublePoints> frames;
  for (std::size_t frame = 0; frame < kFrames; ++frame) frames.push_back(signal.frame(frame * hop, window));
  const Circle circle(bins);
  RelativeError error;
  for (const std::size_t bin : some_of(bins)) {
    const std::size_t turn = (bin + bins - bins / 2) % bins;
    std::vector<double> power;
    for (const auto& frame : frames) {
      power.push_back(std::norm(circle.sum(frame, [turn](std::size_t n) { return turn * n; })));
    }
    double sum = 0;
    for (const double each : power) sum += each;
    error.add(row.sum[bin], sum);
    error.add(row.max[bin], *std::ranges::max_element(power));
    error.add(row.min[bin], *std::ranges::min_element(power));
  }
  return error.value();
}

template double spectrum_error<SampleFormat::Cu8>(const Backend& backend, std::size_t bins);
template double spectrum_error<SampleFormat::Cs8>(const Backend& backend, std::size_t bins);
template double spectrum_error<SampleFormat::Cs16>(const Backend& backend, std::size_t bins);
template double spectrum_error<SampleFormat::Cf32>(const Backend& backend, std::size_t bins);

}  // namespace gpufft::program
