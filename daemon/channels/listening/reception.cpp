// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/reception.h"

#include <algorithm>
#include <cmath>

namespace spectrumd {
namespace {

constexpr double kBlocksPerSecond = 50;
constexpr double kSquelchFade = 0.01;  // seconds
constexpr double kNoiseToFull = 2.5;   // sound at full level over the noise in the pass band: that stays 8 dB below

// Edges are sharp to 140 Hz for voice, and to 1.2 kHz for broadcasts.
struct FilterShape {
  std::size_t block, length;
  std::size_t taps() const { return length - block + 1; }
};

FilterShape filter_shape(ListenMode mode) {
  return mode == ListenMode::Wfm ? FilterShape{4800, 6000} : FilterShape{480, 1440};
}

double part_looked_at(ListenMode mode) { return facts_of(mode).channel_bandwidth / facts_of(mode).channel_rate; }

bool has_agc(const ListenSettings& settings) {
  return settings.agc && settings.mode != ListenMode::Nfm && settings.mode != ListenMode::Wfm;
}

double amplitude_of(double decibels) { return std::pow(10, decibels / 20); }

}  // namespace

Reception::Reception(const ListenSettings& settings)
    : settings_(settings),
      rate_(facts_of(settings.mode).channel_rate),
      channels_(facts_of(settings.mode).sound_channels),
      frames_(static_cast<std::size_t>(facts_of(settings.mode).sound_rate / kBlocksPerSecond)),
      filter_(filter_shape(settings.mode).block, filter_shape(settings.mode).length),
      meter_(kBlocksPerSecond),
      noise_floor_(filter_shape(settings.mode).length, part_looked_at(settings.mode), kBlocksPerSecond),
      demodulator_(make_demodulator(settings)),
      notches_(facts_of(settings.mode).sound_rate),
      noise_reduction_(facts_of(settings.mode).sound_rate),
      agc_(facts_of(settings.mode).sound_rate),
      squelch_fader_(static_cast<std::size_t>(kSquelchFade * facts_of(settings.mode).sound_rate), false),
      limiter_(facts_of(settings.mode).sound_rate, channels_),
      filtered_(filter_.block()) {
  tones_.reserve(32);
  settings_.pass_band = PassBand{};  // differs from any
  set(settings);
}

void Reception::set(const ListenSettings& settings) {
  const PassBand band = pass_band_of(settings);
  if (band != pass_band_of(settings_))
    filter_.set(band_pass({band.low_hz / rate_, band.high_hz / rate_}, filter_shape(settings.mode).taps()));
  settings_ = settings;
  demodulator_->set(settings);
  squelch_.set(settings.squelch_db, settings.noise_squelch_db);
  agc_.set_fixed(!has_agc(settings), 1);
  noise_reduction_.set(voice() ? settings.noise_reduction_db : 0);
  const bool finds = settings.auto_notch && voice() && settings.mode != ListenMode::Cw;
  if (!finds)
    tone_finder_.reset();
  else if (!tone_finder_)
    tone_finder_.emplace(facts_of(settings.mode).sound_rate);
}

std::size_t Reception::delay() const {
  const auto filter =
      static_cast<double>(filter_.delay()) * static_cast<double>(frames_) / static_cast<double>(filter_.block());
  return static_cast<std::size_t>(filter) + demodulator_->delay() + (voice() ? noise_reduction_.delay() : 0) +
         limiter_.delay();
}

void Reception::measure(std::span<const std::complex<float>> iq) {
  filter_.filter(iq, filtered_);
  meter_.note(filtered_);
  noise_floor_.note(filter_.spectrum());
}

void Reception::clean(std::span<float> sound) {
  tones_ = settings_.notches_hz;
  if (tone_finder_) {
    tone_finder_->note(sound);
    tones_.insert(tones_.end(), tone_finder_->tones_hz().begin(), tone_finder_->tones_hz().end());
  }
  notches_.set(tones_);
  notches_.apply(sound);
  noise_reduction_.apply(sound);
}

void Reception::level(std::span<float> sound) {
  const double noise = noise_floor_.power(pass_band_of(settings_).width() / rate_).value_or(0);
  agc_.set_least(std::max(kNoiseToFull * std::sqrt(noise / 2), demodulator_->least_rms()));
  agc_.apply(sound);
  const auto gain = static_cast<float>(amplitude_of(settings_.gain_db));
  for (float& value : sound) value *= gain;
}

void Reception::receive(std::span<const std::complex<float>> iq, std::span<float> sound) {
  measure(iq);
  demodulator_->demodulate({filtered_, filter_.spectrum()}, sound);
  if (voice()) clean(sound);
  level(sound);
  const bool open = squelch_.update(meter_.block_db(), demodulator_->carrier_to_noise_db());
  if (blocks_to_start_ > 0) --blocks_to_start_;
  squelch_fader_.set_open(open && blocks_to_start_ == 0);
  squelch_fader_.apply(sound, channels_);
  limiter_.apply(sound);
}

ListenStatus Reception::status() const {
  ListenStatus status;
  status.level_db = meter_.level_db();
  const auto noise = noise_floor_.power(pass_band_of(settings_).width() / rate_);
  if (noise && voice()) {
    const double signal = std::pow(10, status.level_db / 10) - *noise;
    status.snr_db = 10 * std::log10(std::max(signal / std::max(*noise, 1e-20), 1e-3));
  }
  status.squelch_open = squelch_.open();
  status.agc_gain_db = 20 * std::log10(std::max(agc_.gain(), 1e-9));
  if (voice()) status.notches_hz = tones_;
  demodulator_->describe(status);
  return status;
}

}  // namespace spectrumd
