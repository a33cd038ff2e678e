// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/notch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spectrumd {
namespace {

constexpr double kNotchWidth = 50;   // Hz at -3 dB; 30 dB at 0.8 Hz off the middle
constexpr double kMovesBy = 15;      // Hz at most; farther is another tone
constexpr double kNotchFade = 0.02;  // seconds

}  // namespace

NotchBank::NotchBank(double rate) : rate_(rate) {}

// The usual second-order all-pass: k1 sets the frequency where it turns by half, k2 the width.
void NotchBank::tune(Notch& notch, double hertz) const {
  const double tangent = std::tan(std::numbers::pi * kNotchWidth / rate_);
  notch.hertz = hertz;
  notch.wanted = true;
  notch.k1 = -std::cos(2 * std::numbers::pi * hertz / rate_);
  notch.k2 = (1 - tangent) / (1 + tangent);
}

void NotchBank::set(std::span<const double> tones_hz) {
  for (Notch& notch : notches_) notch.wanted = false;
  for (const double hertz : tones_hz) {
    const auto near = [&](const Notch& notch) {
      return !notch.wanted && notch.part > 0 && std::abs(notch.hertz - hertz) < kMovesBy;
    };
    auto found = std::ranges::find_if(notches_, near);
    if (found == notches_.end())
      found = std::ranges::find_if(notches_, [](const Notch& notch) { return !notch.wanted && notch.part == 0; });
    if (found == notches_.end()) continue;
    if (found->part == 0) *found = {};
    tune(*found, hertz);
  }
}

void NotchBank::apply(Notch& notch, std::span<float> sound) const {
  const double step = 1 / (kNotchFade * rate_);
  for (float& value : sound) {
    notch.part = notch.wanted ? std::min(1.0, notch.part + step) : std::max(0.0, notch.part - step);
    const double inner = value - notch.k1 * (1 + notch.k2) * notch.last - notch.k2 * notch.before;
    const double turned = notch.k2 * inner + notch.k1 * (1 + notch.k2) * notch.last + notch.before;
    notch.before = notch.last;
    notch.last = inner;
    value += static_cast<float>(notch.part * 0.5 * (turned - value));
  }
}

void NotchBank::apply(std::span<float> sound) {
  for (Notch& notch : notches_)
    if (notch.wanted || notch.part > 0) apply(notch, sound);
}

}  // namespace spectrumd
