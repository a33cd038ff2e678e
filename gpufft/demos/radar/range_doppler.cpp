// SPDX-License-Identifier: MIT
#include "gpufft/demos/radar/range_doppler.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "gpufft/tables/product.h"
#include "gpufft/window.h"

namespace gpufft::program {
namespace {

// Side lobes are 92 dB down, so everything visible in the map is a target.
constexpr Window kTaper{Window::Shape::BlackmanHarris};

}  // namespace

void turn_corner(std::span<const std::complex<float>> in, std::size_t rows, std::size_t columns,
                 std::span<std::complex<float>> out) {
  constexpr std::size_t kSquare = 16;
  for (std::size_t row = 0; row < rows; row += kSquare)
    for (std::size_t column = 0; column < columns; column += kSquare)
      for (std::size_t r = row; r < std::min(rows, row + kSquare); ++r)
        for (std::size_t c = column; c < std::min(columns, column + kSquare); ++c)
          out[c * rows + r] = in[r * columns + c];
}

RangeDoppler::RangeDoppler(const Radar& radar, const Backend& backend)
    : radar_(radar),
      along_pulses_(backend.plan_fft({.length = radar.samples, .batch = radar.pulses})),
      back_(backend.plan_fft({.length = radar.samples, .batch = radar.pulses, .direction = Direction::Inverse})),
      along_ranges_(backend.plan_fft({.length = radar.pulses, .batch = radar.samples})) {
  make_reference(backend);
  const auto window = window_points(kTaper, radar.pulses);
  const double sum = std::accumulate(window.begin(), window.end(), 0.0);
  // The Doppler transform is shifted by half its length, so that a speed of 0 is in the middle.
  for (std::size_t pulse = 0; pulse < radar.pulses; ++pulse)
    taper_.push_back(static_cast<float>(window[pulse] / sum * (pulse % 2 == 0 ? 1 : -1)));
}

// Within the chirp's band divides by its spectrum and applies a taper; outside of the band the reference is zero.
void RangeDoppler::make_reference(const Backend& backend) {
  reference_.resize(radar_.samples);
  backend.plan_fft({.length = radar_.samples})->transform(chirp(radar_), reference_);
  const auto points = static_cast<double>(radar_.samples);
  const double swept = radar_.bandwidth_hz * (1 - radar_.soft_share);  // where the level is high enough to divide by
  const auto band = static_cast<std::size_t>(points * swept / radar_.rate_hz);
  const auto taper = window_points(kTaper, band);
  const double sum = std::accumulate(taper.begin(), taper.end(), 0.0);
  std::vector<double> weight(radar_.samples);
  for (std::size_t i = 0; i < band; ++i) weight[(i + radar_.samples - band / 2) % radar_.samples] = taper[i] / sum;
  for (std::size_t k = 0; k < radar_.samples; ++k) {
    const std::complex<double> sent(reference_[k]);
    reference_[k] = weight[k] == 0 ? 0 : std::complex<float>(weight[k] * std::conj(sent) / std::norm(sent));
  }
}

void RangeDoppler::step(const std::string& name, const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  times_.push_back({name, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()});
}

RangeDopplerMap RangeDoppler::process(std::span<const std::complex<float>> echoes) {
  times_.clear();
  Echoes data(echoes.begin(), echoes.end()), turned(echoes.size());
  step("range transform", [&] { along_pulses_->transform(data, data); });
  step("reference", [&] {
    for (std::size_t pulse = 0; pulse < data.size(); pulse += radar_.samples)
      for (std::size_t k = 0; k < radar_.samples; ++k) data[pulse + k] = product(data[pulse + k], reference_[k]);
  });
  step("range inverse", [&] { back_->transform(data, data); });
  step("corner turn", [&] { turn_corner(data, radar_.pulses, radar_.samples, turned); });
  step("azimuth transform", [&] {
    for (std::size_t range = 0; range < turned.size(); range += radar_.pulses)
      for (std::size_t pulse = 0; pulse < radar_.pulses; ++pulse) turned[range + pulse] *= taper_[pulse];
    along_ranges_->transform(turned, turned);
  });
  RangeDopplerMap map{.ranges = radar_.samples, .speeds = radar_.pulses, .power = std::vector<float>(turned.size())};
  std::ranges::transform(turned, map.power.begin(), [](std::complex<float> point) { return std::norm(point); });
  return map;
}

}  // namespace gpufft::program
