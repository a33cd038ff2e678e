// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/level_meter.h"

#include <algorithm>
#include <cmath>

namespace spectrumd {
namespace {

constexpr double kSilence = 1e-20;  // -200 dBFS
constexpr double kLevelSeconds = 0.1, kNoiseSeconds = 0.3;
constexpr std::size_t kLookEvery = 5;    // blocks
constexpr double kQuarterOfMean = 0.85;  // where a quarter of the averaged powers of white noise stays below, measured

double level_in_db(double power) { return 10 * std::log10(std::max(power, kSilence)); }

}  // namespace

LevelMeter::LevelMeter(double blocks_per_second) : share_(1 - std::exp(-1 / (kLevelSeconds * blocks_per_second))) {}

void LevelMeter::note(std::span<const std::complex<float>> samples) {
  double sum = 0;
  for (const auto& sample : samples) sum += sample.real() * sample.real() + sample.imag() * sample.imag();
  block_ = sum / static_cast<double>(samples.size());
  power_ += share_ * (block_ - power_);
}

double LevelMeter::block_db() const { return level_in_db(block_); }
double LevelMeter::level_db() const { return level_in_db(power_); }

NoiseFloor::NoiseFloor(std::size_t length, double part, double blocks_per_second)
    : length_(static_cast<double>(length)),
      share_(1 - std::exp(-1 / (kNoiseSeconds * blocks_per_second))),
      half_(static_cast<std::size_t>(part * length_ / 2)),
      powers_(2 * half_),
      sorted_(2 * half_),
      until_first_(static_cast<std::size_t>(blocks_per_second / 10)) {}

void NoiseFloor::note(std::span<const std::complex<float>> spectrum) {
  const auto share = static_cast<float>(blocks_ == 0 ? 1 : share_);
  const auto add = [&](std::span<const std::complex<float>> bins, std::size_t at) {
    for (std::size_t i = 0; i < half_; ++i)
      powers_[at + i] += share * (bins[i].real() * bins[i].real() + bins[i].imag() * bins[i].imag() - powers_[at + i]);
  };
  add(spectrum.first(half_), 0);
  add(spectrum.last(half_), half_);
  if (++blocks_ % kLookEvery != 0) return;
  sorted_ = powers_;
  const auto quarter = sorted_.begin() + static_cast<std::ptrdiff_t>(sorted_.size() / 4);
  std::ranges::nth_element(sorted_, quarter);
  per_bin_ = *quarter / kQuarterOfMean / (length_ * length_);
}

std::optional<double> NoiseFloor::power(double part_of_rate) const {
  if (blocks_ < until_first_) return std::nullopt;
  return per_bin_ * part_of_rate * length_;
}

}  // namespace spectrumd
