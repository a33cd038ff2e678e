// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/narrow_fm.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spectrumd {
namespace {

constexpr std::size_t kVoiceBlock = 480, kVoiceLength = 1920, kVoiceTaps = 961;  // the rest is for the de-emphasis
constexpr PassBand kVoice{330, 3000};                                            // Hz; 90 dB down below 258
constexpr PassBand kFlat{-10'500, 10'500};
constexpr double kFullDeviation = 5000, kFullAmplitude = 0.9, kReferenceTone = 1000;  // Hz
constexpr double kAboveVoice = 3600;  // Hz, from where on there is only noise
constexpr std::size_t kBlocksToKnow = 6;
constexpr double kNoiseShare = 0.35;  // per block: 50 ms

PassBand in_parts(const PassBand& hertz, double rate) { return {hertz.low_hz / rate, hertz.high_hz / rate}; }

// Both signs of frequencies, as the sound is real.
std::vector<std::complex<float>> voice_taps(double rate) {
  std::vector<std::complex<float>> taps = band_pass(in_parts(kVoice, rate), kVoiceTaps);
  for (auto& tap : taps) tap = {2 * tap.real(), 0};
  return taps;
}

double gain_of_deemphasis(double hertz, double seconds) {
  const auto fall = [&](double at) { return 1 / std::hypot(1, 2 * std::numbers::pi * at * seconds); };
  return fall(hertz) / fall(kReferenceTone);
}

}  // namespace

NarrowFmDemodulator::NarrowFmDemodulator(const ListenSettings& settings)
    : rate_(facts_of(settings.mode).channel_rate),
      offset_(rate_),
      ctcss_(rate_),
      voice_filter_(kVoiceBlock, kVoiceLength),
      turns_(kVoiceBlock),
      points_(kVoiceBlock) {
  set(settings);
}

void NarrowFmDemodulator::set(const ListenSettings& settings) {
  const PassBand band = pass_band_of(settings);
  width_ = band.width();
  noise_to_ = 0.95 * std::min(-band.low_hz, band.high_hz);
  noise_from_ = std::min(kAboveVoice, 0.7 * noise_to_);
  const double seconds = deemphasis_of(settings) * 1e-6;
  if (deemphasis_ == seconds) return;
  deemphasis_ = seconds;
  if (seconds == 0)
    voice_filter_.set(band_pass(in_parts(kFlat, rate_), kVoiceTaps));
  else
    voice_filter_.set(voice_taps(rate_), [&](double part) { return gain_of_deemphasis(part * rate_, seconds); });
}

void NarrowFmDemodulator::demodulate(const FilteredBlock& block, std::span<float> sound) {
  discriminator_.demodulate(block.samples, turns_);
  ctcss_.note(turns_);
  offset_.remove(turns_);
  std::ranges::copy(turns_, points_.begin());
  voice_filter_.filter(points_, points_);
  note_noise();
  const auto scale = static_cast<float>(rate_ / kFullDeviation * kFullAmplitude);
  std::ranges::transform(points_, sound.begin(), [&](const auto& point) { return scale * point.real(); });
}

void NarrowFmDemodulator::note_noise() {
  const auto spectrum = voice_filter_.spectrum();
  const double length = static_cast<double>(spectrum.size()), bin = rate_ / length;
  double sum = 0;
  const auto end = static_cast<std::size_t>(noise_to_ / bin);
  for (auto i = static_cast<std::size_t>(noise_from_ / bin); i < end; ++i) sum += std::norm(spectrum[i]);
  ++blocks_;
  noise_ += kNoiseShare * (2 * sum * std::pow(rate_ / length, 2) - noise_);
}

// Noise of density N0 next to a carrier of power C gives the deviation a density of f^2 N0 / C, and somewhat less where
// the discriminator takes the difference of samples for a slope.
std::optional<double> NarrowFmDemodulator::carrier_to_noise_db() const {
  if (blocks_ < kBlocksToKnow || noise_ <= 0) return {};
  const double turn = 2 * std::numbers::pi / rate_;
  const auto squares_up_to = [&](double hertz) { return 2 / (turn * turn) * (hertz - std::sin(turn * hertz) / turn); };
  return 10 * std::log10((squares_up_to(noise_to_) - squares_up_to(noise_from_)) / noise_ / width_);
}

void NarrowFmDemodulator::describe(ListenStatus& status) const {
  status.ctcss_hz = ctcss_.tone_hz();
  status.snr_db = carrier_to_noise_db();
}

}  // namespace spectrumd
