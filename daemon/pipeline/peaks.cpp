// SPDX-License-Identifier: MIT
#include "daemon/pipeline/peaks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "daemon/pipeline/view.h"

namespace spectrumd {

namespace {

// The shape of the transform of a window, as far as needed to distinguish a carrier from its sidelobes.
struct Lobes {
  double half_width = 2;  // of the main lobe, bins
  double sidelobe = -31;  // the highest, dB under the main lobe
  double falloff = 18;    // dB per octave
};

Lobes lobes_of(const gpufft::Window& window) {
  using Shape = gpufft::Window::Shape;
  switch (window.shape) {
    case Shape::Rectangle:
      return {1, -13, 6};
    case Shape::Hann:
      return {2, -31, 18};
    case Shape::Hamming:
      return {2, -34, 5};  // its fourth sidelobe is the highest
    case Shape::Blackman:
      return {3, -58, 18};
    case Shape::BlackmanHarris:
      return {4, -92, 6};
    case Shape::Youssef:
      return {4, -85, 6};
    case Shape::HannPoisson:
      return {3, -35, 18};  // a skirt without sidelobes
    case Shape::Bartlett:
      return {2, -26, 12};
    case Shape::FlatTop:
      return {5, -85, 6};
    case Shape::Kaiser:
      break;
  }
  const double beta = std::max(window.beta, 0.1);
  const double half_width = std::sqrt(1 + std::pow(beta / std::numbers::pi, 2));
  return {half_width, -13.3 - 20 * std::log10(std::sinh(beta) / beta), 6};
}

// Of the bins with data.
Centibel median(std::span<const Centibel> levels) {
  std::vector<Centibel> sorted(levels.begin(), levels.end());
  std::erase(sorted, kNoLevel);
  if (sorted.empty()) return kNoLevel;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

}  // namespace

class PeakMeter::Levels {
 public:
  Levels(const Row& row, const gpufft::Window& window)
      : row_(row), levels_(levels_of(row, Detector::Mean).full()), lobes_(lobes_of(window)) {
    const std::size_t points = std::min<std::size_t>(row.bins(), 4096);  // more would not change it
    enbw_ = gpufft::window_gain(gpufft::window_points(window, points)).enbw_bins;
    floor_ = median(levels_);
  }

  Decibels floor() const { return {decibels(floor_)}; }
  double noise_bins() const { return enbw_; }
  std::size_t reach() const { return static_cast<std::size_t>(std::ceil(lobes_.half_width)); }

  std::vector<Peak> find(Decibels min_snr, std::size_t count) const {
    std::vector<std::size_t> found;
    for (const std::size_t bin : tops(decibels(floor_) + min_snr.value)) {
      if (found.size() == count) break;
      if (!is_sidelobe(bin, found)) found.push_back(bin);
    }
    std::vector<Peak> peaks;
    for (const std::size_t bin : found) peaks.push_back(measure(bin));
    return peaks;
  }

  Peak measure(std::size_t bin) const {
    const double at = static_cast<double>(bin) + offset(bin) - static_cast<double>(levels_.size() / 2);
    const double tone = tone_level(bin);
    return {.frequency = {row_.center.value + at * row_.bin_width().value},
            .level = {tone},
            .snr = {tone - decibels(floor_)},
            .width = {(edge(bin, 1) + edge(bin, -1)) * row_.bin_width().value}};
  }

 private:
  double level(std::size_t bin) const { return decibels(levels_[bin]); }

  // Local maxima above the threshold within a main lobe, strongest first.
  std::vector<std::size_t> tops(double threshold) const {
    std::vector<std::size_t> tops;
    for (std::size_t bin = 0; bin < levels_.size(); ++bin) {
      if (levels_[bin] == kNoLevel || level(bin) < threshold) continue;
      const std::size_t first = bin - std::min(bin, reach());
      const std::size_t last = std::min(bin + reach() + 1, levels_.size());
      const auto strongest = std::max_element(levels_.begin() + static_cast<std::ptrdiff_t>(first),
                                              levels_.begin() + static_cast<std::ptrdiff_t>(last));
      if (static_cast<std::size_t>(strongest - levels_.begin()) == bin) tops.push_back(bin);
    }
    std::stable_sort(tops.begin(), tops.end(), [this](auto a, auto b) { return levels_[a] > levels_[b]; });
    return tops;
  }

  // True if the window alone explains this peak as a sidelobe of a stronger one, with 3 dB of tolerance for positions
  // between bins.
  bool is_sidelobe(std::size_t bin, const std::vector<std::size_t>& stronger) const {
    return std::any_of(stronger.begin(), stronger.end(), [&](std::size_t peak) {
      const double apart = static_cast<double>(bin > peak ? bin - peak : peak - bin);
      const double octaves = std::log2(std::max(1.0, apart / lobes_.half_width));
      return level(bin) < level(peak) + lobes_.sidelobe - lobes_.falloff * octaves + 3;
    });
  }

  // The vertex of the parabola through a bin and its neighbours, in bins.
  double offset(std::size_t bin) const {
    if (bin == 0 || bin + 1 == levels_.size()) return 0;
    const double left = level(bin - 1), middle = level(bin), right = level(bin + 1);
    const double bend = left - 2 * middle + right;
    return bend < 0 ? std::clamp(0.5 * (left - right) / bend, -0.5, 0.5) : 0;
  }

  // The power of the main lobe, which is the tone's times the window's noise bandwidth wherever the tone lies.
  double tone_level(std::size_t bin) const {
    const std::size_t first = bin - std::min(bin, reach());
    const std::size_t last = std::min(bin + reach() + 1, levels_.size());
    double power = 0;
    for (std::size_t i = first; i < last; ++i) power += std::max(0.0, power_of(levels_[i]) - power_of(floor_));
    return 10 * std::log10(std::max(power / enbw_, 1e-30));
  }

  // The distance to the point at -6 dB, in bins.
  double edge(std::size_t bin, int direction) const {
    const double fallen = level(bin) - 6;
    auto at = static_cast<std::ptrdiff_t>(bin);
    const auto end = static_cast<std::ptrdiff_t>(levels_.size());
    for (; at + direction >= 0 && at + direction < end; at += direction) {
      const double here = level(static_cast<std::size_t>(at)), next = level(static_cast<std::size_t>(at + direction));
      if (next <= fallen)
        return std::fabs(static_cast<double>(at) - static_cast<double>(bin)) + (here - fallen) / (here - next);
    }
    return std::fabs(static_cast<double>(at) - static_cast<double>(bin));
  }

  const Row& row_;
  std::span<const Centibel> levels_;
  Lobes lobes_;
  double enbw_ = 1;
  Centibel floor_ = 0;
};

PeakMeter::PeakMeter(const Row& row, const gpufft::Window& window)
    : levels_(std::make_unique<const Levels>(row, window)) {}

PeakMeter::~PeakMeter() = default;

Decibels PeakMeter::floor() const { return levels_->floor(); }

Peak PeakMeter::at(std::size_t bin) const { return levels_->measure(bin); }

double PeakMeter::noise_bins() const { return levels_->noise_bins(); }

std::size_t PeakMeter::reach() const { return levels_->reach(); }

std::vector<Peak> PeakMeter::find(Decibels min_snr, std::size_t count) const { return levels_->find(min_snr, count); }

Peaks find_peaks(const Row& row, const gpufft::Window& window, Decibels min_snr, std::size_t count) {
  const PeakMeter meter(row, window);
  return {meter.floor(), meter.find(min_snr, count)};
}

}  // namespace spectrumd
