// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/noise_reduction.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gpufft/backend.h"

namespace spectrumd {
namespace {

constexpr std::size_t kFrame = 512, kHop = kFrame / 2, kBins = kFrame / 2 + 1;  // 21 ms and 47 Hz at 24 kHz
constexpr float kVoiceRatio = 31.6F;  // 15 dB: what voice is expected to have over noise, where it is
constexpr float kNoiseSmoothing = 0.8F, kLikelySmoothing = 0.9F, kDecisionSmoothing = 0.97F;
constexpr std::size_t kFirstFrames = 8;  // whose mean is the first guess of the noise
constexpr double kMixFade = 0.03;        // seconds
constexpr float kNoPower = 1e-20F;

}  // namespace

NoiseReduction::NoiseReduction(double rate)
    : rate_(rate),
      forward_(gpufft::processor_backend().plan_fft({.length = kFrame, .kind = gpufft::FftKind::RealToComplex})),
      back_(gpufft::processor_backend().plan_fft({.length = kFrame, .kind = gpufft::FftKind::ComplexToReal})),
      window_(kFrame),
      in_(kFrame),
      out_(kFrame),
      points_(kFrame),
      spectrum_(kBins),
      powers_(kBins),
      noise_(kBins),
      likely_(kBins),
      cleaned_(kBins),
      gains_(kBins, 1.0F),
      plain_(kHop) {
  // The root of Hann's window, before and after: two overlapping ones add up to 1.
  for (std::size_t i = 0; i < kFrame; ++i)
    window_[i] = static_cast<float>(std::sin(std::numbers::pi * (static_cast<double>(i) + 0.5) / kFrame));
}

std::size_t NoiseReduction::delay() const { return kFrame; }

void NoiseReduction::set(double most_db) {
  target_mix_ = most_db > 0 ? 1 : 0;
  if (most_db > 0) least_gain_ = static_cast<float>(std::pow(10, -most_db / 20));
}

// A hop comes in while the one that was finished before goes out.
void NoiseReduction::apply(std::span<float> sound) {
  const double step = 1 / (kMixFade * rate_);
  for (float& value : sound) {
    const float was = in_[filled_];  // a frame ago, as in_ begins with the hop before the one being filled
    in_[kHop + filled_] = value;
    const float clean = out_[filled_];
    const bool on = target_mix_ > 0 && frames_ >= kFirstFrames;
    mix_ = std::clamp(mix_ + (on ? step : -step), 0.0, 1.0);
    value = plain_[filled_] + static_cast<float>(mix_) * (clean - plain_[filled_]);
    plain_[filled_] = was;
    if (++filled_ == kHop) {
      filled_ = 0;
      transform();
    }
  }
}

void NoiseReduction::transform() {
  const bool used = target_mix_ > 0 || mix_ > 0;
  std::ranges::copy(std::span(out_).last(kHop), out_.begin());
  std::ranges::fill(std::span(out_).last(kHop), 0.0F);
  if (used) {
    for (std::size_t i = 0; i < kFrame; ++i) points_[i] = in_[i] * window_[i];
    forward_->transform(points_, spectrum_);
    for (std::size_t bin = 0; bin < kBins; ++bin)
      powers_[bin] = spectrum_[bin].real() * spectrum_[bin].real() + spectrum_[bin].imag() * spectrum_[bin].imag();
    note_noise();
    choose_gains();
    for (std::size_t bin = 0; bin < kBins; ++bin) spectrum_[bin] *= gains_[bin];
    back_->transform(spectrum_, points_);
    for (std::size_t i = 0; i < kFrame; ++i) out_[i] += points_[i] * window_[i] / kFrame;
  } else {
    frames_ = 0;
  }
  std::ranges::copy(std::span(in_).last(kHop), in_.begin());
}

// A bin is taken for noise as far as it is not likely to be voice. One that seems to be voice for seconds is noise that
// has become louder.
void NoiseReduction::note_noise() {
  if (frames_ < kFirstFrames) {
    if (frames_++ == 0) {
      std::ranges::fill(noise_, 0.0F);
      std::ranges::fill(likely_, 0.5F);
      std::ranges::fill(cleaned_, 0.0F);
    }
    const float share = 1 / static_cast<float>(frames_);
    for (std::size_t bin = 0; bin < kBins; ++bin) noise_[bin] += share * (powers_[bin] - noise_[bin]);
    return;
  }
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    const float ratio = powers_[bin] / std::max(noise_[bin], kNoPower);
    float voice = 1 / (1 + (1 + kVoiceRatio) * std::exp(-std::min(ratio, 80.0F) * kVoiceRatio / (1 + kVoiceRatio)));
    likely_[bin] = kLikelySmoothing * likely_[bin] + (1 - kLikelySmoothing) * voice;
    if (likely_[bin] > 0.99F) voice = std::min(voice, 0.99F);
    const float expected = voice * noise_[bin] + (1 - voice) * powers_[bin];
    noise_[bin] = kNoiseSmoothing * noise_[bin] + (1 - kNoiseSmoothing) * expected;
  }
}

void NoiseReduction::choose_gains() {
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    const float noise = std::max(noise_[bin], kNoPower), now = std::max(powers_[bin] / noise - 1, 0.0F);
    const float ratio = kDecisionSmoothing * cleaned_[bin] / noise + (1 - kDecisionSmoothing) * now;
    const float gain = ratio / (1 + ratio);
    cleaned_[bin] = gain * gain * powers_[bin];
    gains_[bin] = std::max(gain, least_gain_);
  }
}

}  // namespace spectrumd
