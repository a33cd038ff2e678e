// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/agc.h"

#include <algorithm>
#include <cmath>

namespace spectrumd {
namespace {

constexpr double kTarget = 0.25;      // rms
constexpr double kPowerShare = 0.1;   // of a millisecond: 10 ms
constexpr double kAttackShare = 0.3;  // of a millisecond: 3 ms
constexpr std::size_t kHang = 500;    // ms
constexpr double kDecay = 1.0023;     // a millisecond: 20 dB a second
constexpr double kLeastGain = 1e-3, kMost = 1e8;
constexpr double kNoSound = 1e-22;  // power; what is filled in for lost samples, and silence of a file

}  // namespace

Agc::Agc(double rate) : part_(static_cast<std::size_t>(rate / 1000)) {}

void Agc::follow(double power) {
  if (fixed_) {
    gain_ += 0.1 * (fixed_gain_ - gain_);
    return;
  }
  if (power < kNoSound) return;
  power_ += kPowerShare * (power - power_);
  const double right = std::clamp(kTarget / std::max({std::sqrt(power_), least_, 1e-12}), kLeastGain, kMost);
  if (right < gain_ || settling_ > 0) {
    if (settling_ > 0) --settling_;
    gain_ += kAttackShare * (right - gain_);
    hang_ = kHang;
  } else if (hang_ > 0) {
    --hang_;
  } else {
    gain_ = std::min(right, gain_ * kDecay);
  }
}

void Agc::apply(std::span<float> sound) {
  for (std::size_t begin = 0; begin < sound.size(); begin += part_) {
    const auto part = sound.subspan(begin, std::min(part_, sound.size() - begin));
    double sum = 0;
    for (const float value : part) sum += value * value;
    const double before = gain_;
    follow(sum / static_cast<double>(part.size()));
    const auto step = static_cast<float>((gain_ - before) / static_cast<double>(part.size()));
    auto gain = static_cast<float>(before);
    for (float& value : part) value *= gain += step;
  }
}

}  // namespace spectrumd
