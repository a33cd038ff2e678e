// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/pilot.h"

#include <algorithm>
#include <cmath>

#include "daemon/channels/listening/discriminator.h"

namespace spectrumd {
namespace {

constexpr double kPilot = 19'000;                        // Hz
constexpr std::size_t kPilotPart = 48;                   // samples between corrections: 0.2 ms
constexpr double kTurnGain = 0.007, kRateGain = 2.5e-5;  // per part: a loop of 4 Hz, damped by 0.7
constexpr float kNarrow = 0.02F;                         // per part: 16 Hz
constexpr double kLevelShare = 0.002;                    // per part: 0.1 s
constexpr double kFarthest = 60;                         // Hz
constexpr double kLeastPilot = 0.015;                    // half its part of the full deviation; 9 % is usual
constexpr double kMonoRatio = 30, kStereoRatio = 300;    // of the pilot's power to that of its jitter: 15 and 25 dB
constexpr double kBlendShare = 0.005;                    // per part: 40 ms

}  // namespace

PilotLoop::PilotLoop(double rate) : rate_(rate), oscillator_(kPilot / rate) {}

void PilotLoop::follow(std::span<const float> composite, std::span<float> carrier) {
  for (std::size_t begin = 0; begin < composite.size(); begin += kPilotPart) {
    const std::size_t count = std::min(kPilotPart, composite.size() - begin);
    std::complex<float> sum;
    oscillator_.run(count, [&](std::size_t i, std::complex<float> pilot) {
      sum += composite[begin + i] * std::conj(pilot);
      carrier[begin + i] = -4 * pilot.real() * pilot.imag();  // cos(phase) is the pilot: its sine is a quarter on
    });
    steer(sum / static_cast<float>(count));
  }
}

void PilotLoop::steer(std::complex<float> pilot) {
  narrow_ += kNarrow * (pilot - narrow_);
  const double error = turns_of(narrow_);
  oscillator_.advance_phase(kTurnGain * error);
  const double usual = kPilot / rate_, farthest = kFarthest / rate_;
  oscillator_.set_step(std::clamp(oscillator_.step() + kRateGain * error / static_cast<double>(kPilotPart),
                                  usual - farthest, usual + farthest));
  level_ += kLevelShare * (narrow_.real() - level_);
  jitter_ += kLevelShare * (narrow_.imag() * narrow_.imag() - jitter_);
  choose_blend();
}

void PilotLoop::choose_blend() {
  const double ratio = level_ > kLeastPilot ? level_ * level_ / std::max(jitter_, 1e-12) : 0;
  const double right =
      std::clamp(std::log(std::max(ratio, 1.0) / kMonoRatio) / std::log(kStereoRatio / kMonoRatio), 0.0, 1.0);
  blend_ += kBlendShare * (right - blend_);
}

}  // namespace spectrumd
