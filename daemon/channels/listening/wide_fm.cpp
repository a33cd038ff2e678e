// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/wide_fm.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spectrumd {
namespace {

constexpr std::size_t kWideBlock = 4800, kSoundBlock = 960, kSoundLength = 1200, kSoundTaps = 73;
constexpr double kSoundRate = 48'000;
constexpr double kSoundEdge = 17'000;  // Hz: flat to 15 kHz, the pilot is 90 dB down
constexpr double kWideDeviation = 75'000;
constexpr float kWideAmplitude = 0.6F;
constexpr std::size_t kReserve = 32;   // sound frames that the resampler may lag behind
constexpr float kOffsetShare = 2e-3F;  // 15 Hz

}  // namespace

WideFmDemodulator::WideFmDemodulator(const ListenSettings& settings)
    : rate_(facts_of(settings.mode).channel_rate),
      pilot_(rate_),
      resampler_(gpufft::ratio_of(kWideBlock, kSoundBlock), kSoundEdge / rate_),
      sound_filter_(kSoundBlock, kSoundLength),
      composite_(kWideBlock),
      carrier_(kWideBlock),
      both_(kWideBlock),
      slow_(kReserve),
      points_(kSoundBlock) {
  slow_.reserve(2 * kSoundBlock);
  set(settings);
}

void WideFmDemodulator::set(const ListenSettings& settings) {
  const double seconds = deemphasis_of(settings) * 1e-6;
  if (deemphasis_ == seconds) return;
  deemphasis_ = seconds;
  sound_filter_.set(band_pass({-kSoundEdge / kSoundRate, kSoundEdge / kSoundRate}, kSoundTaps),
                    [&](double part) { return 1 / std::hypot(1, 2 * std::numbers::pi * part * kSoundRate * seconds); });
}

std::size_t WideFmDemodulator::delay() const { return kReserve + sound_filter_.delay(); }

void WideFmDemodulator::demodulate(const FilteredBlock& block, std::span<float> sound) {
  discriminator_.demodulate(block.samples, composite_);
  const auto scale = static_cast<float>(rate_ / kWideDeviation);
  for (float& value : composite_) value *= scale;
  pilot_.follow(composite_, carrier_);
  for (std::size_t i = 0; i < kWideBlock; ++i) both_[i] = {composite_[i], composite_[i] * carrier_[i]};
  resampler_.take(both_, slow_);
  for (std::size_t i = 0; i < kSoundBlock; ++i) {
    offset_ += kOffsetShare * (slow_[i] - offset_);
    points_[i] = slow_[i] - offset_;
  }
  slow_.erase(slow_.begin(), slow_.begin() + kSoundBlock);
  sound_filter_.filter(points_, points_);
  const auto blend = static_cast<float>(pilot_.blend());
  for (std::size_t i = 0; i < kSoundBlock; ++i) {
    const float sum = kWideAmplitude * points_[i].real(), difference = kWideAmplitude * blend * points_[i].imag();
    sound[2 * i] = sum + difference;
    sound[2 * i + 1] = sum - difference;
  }
}

}  // namespace spectrumd
