// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/ctcss.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spectrumd {
namespace {

constexpr double kSlowRate = 1000, kHighest = 260;      // Hz
constexpr std::size_t kWindow = 800, kLookAfter = 200;  // ms; tones are 2.3 Hz apart
constexpr double kOverMedian = 25;                      // 14 dB in power over the half of the tones
constexpr double kOverOthers = 4;                       // 6 dB over those that are not its neighbours
constexpr double kNeighbour = 4;                        // Hz
constexpr double kLeastDeviation = 80;                  // Hz

// Goertzel's recursion.
double power_at(std::span<const std::complex<float>> samples, std::span<const float> window, double hertz) {
  const double twice = 2 * std::cos(2 * std::numbers::pi * hertz / kSlowRate);
  double last = 0, before = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double now = samples[i].real() * window[i] + twice * last - before;
    before = last;
    last = now;
  }
  return last * last + before * before - twice * last * before;
}

}  // namespace

CtcssDetector::CtcssDetector(double rate)
    : rate_(rate),
      resampler_(gpufft::ratio_of(static_cast<std::uint64_t>(rate), static_cast<std::uint64_t>(kSlowRate)),
                 kHighest / rate),
      window_(kWindow) {
  double sum = 0;
  for (std::size_t i = 0; i < kWindow; ++i) {
    const double place = (static_cast<double>(i) + 0.5) / kWindow;
    window_[i] = static_cast<float>(0.5 - 0.5 * std::cos(2 * std::numbers::pi * place));
    sum += window_[i];
  }
  for (float& weight : window_) weight = static_cast<float>(2 * weight / sum);  // a tone gives its amplitude
}

void CtcssDetector::note(std::span<const float> turns) {
  points_.assign(turns.begin(), turns.end());
  resampler_.take(points_, slow_);
  if (slow_.size() < kWindow) return;
  look();
  slow_.erase(slow_.begin(), slow_.begin() + kLookAfter);
}

std::optional<double> CtcssDetector::strongest() {
  const std::span<const std::complex<float>> samples = std::span(slow_).first(kWindow);
  std::ranges::transform(kCtcssTones, powers_.begin(), [&](double hertz) { return power_at(samples, window_, hertz); });
  const auto most = static_cast<std::size_t>(std::ranges::max_element(powers_) - powers_.begin());
  sorted_ = powers_;
  std::ranges::nth_element(sorted_, sorted_.begin() + sorted_.size() / 2);
  const double power = powers_[most];
  if (power < std::pow(kLeastDeviation / rate_, 2) || power < kOverMedian * sorted_[sorted_.size() / 2]) return {};
  for (std::size_t i = 0; i < powers_.size(); ++i)
    if (std::abs(kCtcssTones[i] - kCtcssTones[most]) > kNeighbour && kOverOthers * powers_[i] > power) return {};
  return kCtcssTones[most];
}

// What is found twice is a tone: voice and noise reach this far down, but not for long.
void CtcssDetector::look() {
  const std::optional<double> found = strongest();
  if (found == last_) tone_ = found;
  last_ = found;
}

}  // namespace spectrumd
