// SPDX-License-Identifier: MIT
#include "daemon/channels/zoom/constant_offset.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "daemon/channels/listening/oscillator.h"

namespace spectrumd {
namespace {

constexpr double kMemorySeconds = 1, kMemoryTransforms = 16;  // the longer of both: the notch is narrower than a bin
constexpr std::size_t kRun = 512;                             // samples over which a phase may be multiplied on

// Calls use(i, value) with the tone at each of the samples.
template <class Use>
void for_tone(double phase, double step, std::size_t samples, const Use& use) {
  Oscillator tone(step);
  tone.advance_phase(phase);
  for (std::size_t done = 0; done < samples; done += kRun)
    tone.run(std::min(kRun, samples - done), [&](std::size_t i, std::complex<float> value) { use(done + i, value); });
}

}  // namespace

ConstantOffset::ConstantOffset(double rate, std::size_t points)
    : rate_(rate), memory_(std::max(kMemorySeconds * rate, kMemoryTransforms * static_cast<double>(points))) {}

void ConstantOffset::begin(double hertz) {
  in_channel_ = std::abs(hertz) < rate_ / 2;
  step_ = hertz / rate_;
  known_ = 0;
  mean_ = 0;
}

double ConstantOffset::phase_at(std::uint64_t number) const {
  return std::fmod(step_ * static_cast<double>(number), 1);
}

void ConstantOffset::track(std::uint64_t first, std::span<const std::complex<float>> samples) {
  if (!in_channel_ || samples.empty()) return;
  std::complex<double> sum;
  for_tone(phase_at(first), step_, samples.size(), [&](std::size_t i, std::complex<float> tone) {
    sum += std::complex<double>(gpufft::product(samples[i], std::conj(tone)));
  });
  const auto count = static_cast<double>(samples.size());
  known_ = std::min(known_ + count, memory_);
  mean_ += (sum / count - mean_) * std::min(1.0, count / known_);
}

void ConstantOffset::remove(std::uint64_t first, std::span<std::complex<float>> samples) const {
  if (!in_channel_) return;
  const std::complex<float> mean(mean_);
  for_tone(phase_at(first), step_, samples.size(),
           [&](std::size_t i, std::complex<float> tone) { samples[i] -= gpufft::product(mean, tone); });
}

}  // namespace spectrumd
