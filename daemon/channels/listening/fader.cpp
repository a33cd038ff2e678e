// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/fader.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spectrumd {

Fader::Fader(std::size_t frames, bool open) : frames_(frames), at_(open ? frames : 0), open_(open) {}

void Fader::apply(std::span<float> sound, std::size_t channels) {
  if (open_ && at_ == frames_) return;
  if (silent()) {
    std::ranges::fill(sound, 0.0F);
    return;
  }
  for (std::size_t i = 0; i < sound.size(); i += channels) {
    if (open_ && at_ < frames_) ++at_;
    if (!open_ && at_ > 0) --at_;
    const double part = static_cast<double>(at_) / static_cast<double>(frames_);
    const auto gain = static_cast<float>(0.5 - 0.5 * std::cos(std::numbers::pi * part));
    for (std::size_t channel = 0; channel < channels; ++channel) sound[i + channel] *= gain;
  }
}

}  // namespace spectrumd
