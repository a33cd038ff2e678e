// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/amplitude.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "daemon/channels/listening/discriminator.h"

namespace spectrumd {
namespace {

constexpr double kLowestSound = 10;                      // Hz
constexpr double kLeastModulation = 0.15;                // rms in parts of the carrier; pauses are not raised above it
constexpr std::size_t kLoopPart = 24;                    // samples, a millisecond
constexpr double kPhaseGain = 0.089, kStepGain = 0.004;  // per part: a loop of 10 Hz, damped by 0.7
constexpr double kCoherenceShare = 0.01;                 // per part: 0.1 s
constexpr double kLocks = 0.7, kUnlocks = 0.5;
constexpr std::size_t kPatience = 15;   // blocks
constexpr double kCarrierReach = 1000;  // Hz, of the carrier from the middle

}  // namespace

CarrierRemover::CarrierRemover(double rate) : share_(static_cast<float>(2 * std::numbers::pi * kLowestSound / rate)) {}

void CarrierRemover::remove(std::span<float> sound) {
  for (float& value : sound) {
    level_ += share_ * (value - level_);
    value -= level_;
  }
}

EnvelopeDemodulator::EnvelopeDemodulator(const ListenSettings& settings)
    : carrier_(facts_of(settings.mode).channel_rate) {}

void EnvelopeDemodulator::demodulate(const FilteredBlock& block, std::span<float> sound) {
  std::ranges::transform(block.samples, sound.begin(), [](const std::complex<float>& sample) {
    return std::sqrt(sample.real() * sample.real() + sample.imag() * sample.imag());
  });
  carrier_.remove(sound);
}

double EnvelopeDemodulator::least_rms() const { return kLeastModulation * carrier_.level(); }

SynchronousDemodulator::SynchronousDemodulator(const ListenSettings& settings)
    : rate_(facts_of(settings.mode).channel_rate), carrier_(rate_) {}

void SynchronousDemodulator::demodulate(const FilteredBlock& block, std::span<float> sound) {
  if (!locked_ && blocks_to_wait_-- == 0) aim(block.spectrum);
  for (std::size_t begin = 0; begin < sound.size(); begin += kLoopPart) {
    std::complex<float> sum;
    oscillator_.run(kLoopPart, [&](std::size_t i, std::complex<float> carrier) {
      const std::complex<float> still = gpufft::product(block.samples[begin + i], std::conj(carrier));
      sum += still;
      sound[begin + i] = still.real();
    });
    follow(sum);
  }
  carrier_.remove(sound);
}

void SynchronousDemodulator::follow(std::complex<float> carrier) {
  const double error = turns_of(carrier);
  oscillator_.advance_phase(kPhaseGain * error);
  oscillator_.set_step(oscillator_.step() + kStepGain * error / static_cast<double>(kLoopPart));
  coherence_ += kCoherenceShare * (std::cos(2 * std::numbers::pi * error) - coherence_);
  locked_ = coherence_ > (locked_ ? kUnlocks : kLocks);
}

void SynchronousDemodulator::aim(std::span<const std::complex<float>> spectrum) {
  const double bin_hz = rate_ / static_cast<double>(spectrum.size());
  const auto reach = static_cast<std::ptrdiff_t>(kCarrierReach / bin_hz),
             all = static_cast<std::ptrdiff_t>(spectrum.size());
  std::ptrdiff_t strongest = 0;
  float most = 0;
  for (std::ptrdiff_t bin = -reach; bin <= reach; ++bin) {
    const float power = std::norm(spectrum[static_cast<std::size_t>((bin + all) % all)]);
    if (power <= most) continue;
    most = power;
    strongest = bin;
  }
  oscillator_.set_step(static_cast<double>(strongest) / static_cast<double>(all));
  coherence_ = 0;
  blocks_to_wait_ = kPatience;
}

double SynchronousDemodulator::least_rms() const { return kLeastModulation * std::abs(carrier_.level()); }

void SynchronousDemodulator::describe(ListenStatus& status) const {
  status.carrier_locked = locked_;
  if (locked_) status.carrier_offset_hz = oscillator_.step() * rate_;
}

}  // namespace spectrumd
