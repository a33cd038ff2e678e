// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/limiter.h"

#include <algorithm>
#include <cmath>

namespace spectrumd {
namespace {

constexpr double kLookAhead = 0.0025;  // seconds
constexpr float kCeiling = 0.98F;

}  // namespace

Limiter::Limiter(double rate, std::size_t channels)
    : channels_(channels),
      reach_(static_cast<std::size_t>(kLookAhead * rate)),
      delayed_(reach_ * channels),
      least_(reach_ + 1, 1.0F),
      waiting_(reach_ + 1),
      leaves_(reach_ + 1),
      sum_(static_cast<double>(reach_ + 1)) {}

// The least of the gains that the last reach_ + 1 frames need.
float Limiter::least_needed(float needed) {
  const std::size_t size = waiting_.size();
  if (count_ > 0 && leaves_[first_] == time_) {
    first_ = (first_ + 1) % size;
    --count_;
  }
  while (count_ > 0 && waiting_[(first_ + count_ - 1) % size] >= needed) --count_;
  const std::size_t at = (first_ + count_++) % size;
  waiting_[at] = needed;
  leaves_[at] = time_ + size;
  return waiting_[first_];
}

// A frame needs its gain in each of the least ones from when it comes to when it leaves: their mean is not above.
void Limiter::apply(std::span<float> sound) {
  for (std::size_t i = 0; i < sound.size(); i += channels_, ++time_) {
    float peak = 0;
    for (std::size_t channel = 0; channel < channels_; ++channel) peak = std::max(peak, std::abs(sound[i + channel]));
    const float least = least_needed(peak > kCeiling ? kCeiling / peak : 1.0F);
    float& oldest = least_[time_ % least_.size()];
    sum_ += static_cast<double>(least) - static_cast<double>(oldest);
    oldest = least;
    const auto gain = static_cast<float>(sum_ / static_cast<double>(least_.size()));
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      float& late = delayed_[time_ % reach_ * channels_ + channel];
      const float now = sound[i + channel];
      sound[i + channel] = late * gain;
      late = now;
    }
  }
}

}  // namespace spectrumd
