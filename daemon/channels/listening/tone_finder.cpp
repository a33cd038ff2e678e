// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/tone_finder.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gpufft/backend.h"

namespace spectrumd {
namespace {

constexpr std::size_t kLookLength = 2048, kLookHop = 1024, kLookBins = kLookLength / 2;  // 12 Hz and 43 ms at 24 kHz
constexpr std::size_t kLooks = 18;   // over which a tone stays, 0.8 s
constexpr std::size_t kAround = 24;  // bins to either side, with which it is compared
constexpr float kTonesApart = 200;   // 23 dB at most between tones that are near
constexpr float kSilentBin = 1e-12F;
constexpr float kToneOverAround = 40;  // 16 dB
constexpr std::size_t kMostTones = 6;
constexpr double kLowestTone = 80;        // Hz
constexpr double kSame = 15;              // Hz
constexpr std::size_t kLooksToKeep = 45;  // 2 s: words may hide a tone
constexpr double kToneShare = 0.2;

double turns_between(std::complex<float> from, std::complex<float> to) {
  return std::arg(std::complex<double>(to) * std::conj(std::complex<double>(from))) / (2 * std::numbers::pi);
}

}  // namespace

ToneFinder::ToneFinder(double rate)
    : rate_(rate),
      fft_(gpufft::processor_backend().plan_fft({.length = kLookLength, .kind = gpufft::FftKind::RealToComplex})),
      window_(kLookLength),
      points_(kLookLength),
      spectrum_(kLookBins + 1),
      before_(kLookBins + 1),
      powers_(kLooks * kLookBins),
      least_(kLookBins) {
  for (std::size_t i = 0; i < kLookLength; ++i)
    window_[i] = static_cast<float>(
        0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(kLookLength)));
  sound_.reserve(2 * kLookLength);
  sorted_.reserve(2 * kAround + 1);
  found_.reserve(kMostTones);
  tones_.reserve(kMostTones);
}

void ToneFinder::note(std::span<const float> sound) {
  sound_.insert(sound_.end(), sound.begin(), sound.end());
  while (sound_.size() >= kLookLength) {
    look();
    sound_.erase(sound_.begin(), sound_.begin() + kLookHop);
  }
}

// Over the half of the bins around, and not one of the side lobes that the window gives a strong tone.
bool ToneFinder::stands_out(std::size_t bin) {
  if (least_[bin] < kSilentBin || least_[bin] <= least_[bin - 1] || least_[bin] < least_[bin + 1]) return false;
  const std::size_t from = bin - std::min(bin, kAround), to = std::min(bin + kAround + 1, kLookBins);
  sorted_.assign(least_.begin() + static_cast<std::ptrdiff_t>(from), least_.begin() + static_cast<std::ptrdiff_t>(to));
  const auto middle = sorted_.begin() + static_cast<std::ptrdiff_t>(sorted_.size() / 2);
  std::ranges::nth_element(sorted_, middle);
  return least_[bin] > kToneOverAround * *middle &&
         least_[bin] * kTonesApart > *std::max_element(middle, sorted_.end());
}

// The least power of each bin over the last looks: only what was there all the time stands out.
void ToneFinder::look() {
  for (std::size_t i = 0; i < kLookLength; ++i) points_[i] = sound_[i] * window_[i];
  spectrum_.swap(before_);
  fft_->transform(points_, spectrum_);
  for (std::size_t bin = 0; bin < kLookBins; ++bin) {
    powers_[looks_ % kLooks * kLookBins + bin] = std::norm(spectrum_[bin]);
    float least = powers_[bin];
    for (std::size_t row = 1; row < kLooks; ++row) least = std::min(least, powers_[row * kLookBins + bin]);
    least_[bin] = least;
  }
  if (++looks_ < kLooks) return;
  for (Tone& tone : found_) --tone.looks_left;
  std::erase_if(found_, [](const Tone& tone) { return tone.looks_left == 0; });
  const auto lowest = static_cast<std::size_t>(kLowestTone / rate_ * kLookLength);
  for (std::size_t bin = lowest; bin + 2 < kLookBins; ++bin)
    if (stands_out(bin)) keep(measure(bin));
  tones_.clear();
  for (const Tone& tone : found_) tones_.push_back(tone.hertz);
}

// By how far its phase turned since the look before; an error of the bin is by far less than a turn.
double ToneFinder::measure(std::size_t bin) const {
  const auto power = [&](std::size_t at) { return std::log(std::max(std::norm(spectrum_[at]), 1e-30F)); };
  const double left = power(bin - 1), middle = power(bin), right = power(bin + 1);
  const double bend = left - 2 * middle + right;
  const double about = static_cast<double>(bin) + (bend < 0 ? std::clamp(0.5 * (left - right) / bend, -0.5, 0.5) : 0.0);
  const double hop_turns = about * kLookHop / kLookLength;
  const double exact = hop_turns + std::remainder(turns_between(before_[bin], spectrum_[bin]) - hop_turns, 1.0);
  return exact * rate_ / kLookHop;
}

void ToneFinder::keep(double hertz) {
  const auto known =
      std::ranges::find_if(found_, [&](const Tone& tone) { return std::abs(tone.hertz - hertz) < kSame; });
  if (known != found_.end())
    *known = {known->hertz + kToneShare * (hertz - known->hertz), kLooksToKeep};
  else if (found_.size() < kMostTones)
    found_.push_back({hertz, kLooksToKeep});
}

}  // namespace spectrumd
