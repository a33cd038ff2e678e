// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daemon/channels/listening/agc.h"
#include "daemon/channels/listening/block_filter.h"
#include "daemon/channels/listening/demodulator.h"
#include "daemon/channels/listening/fader.h"
#include "daemon/channels/listening/level_meter.h"
#include "daemon/channels/listening/limiter.h"
#include "daemon/channels/listening/noise_reduction.h"
#include "daemon/channels/listening/notch.h"
#include "daemon/channels/listening/settings.h"
#include "daemon/channels/listening/squelch.h"
#include "daemon/channels/listening/tone_finder.h"

namespace spectrumd {

// From the blocks of a channel to sound in one mode: pass band, demodulator, notches, noise reduction, AGC, squelch,
// limiter. Each block of 20 ms gives as much sound. One thread.
class Reception {
 public:
  explicit Reception(const ListenSettings& settings);  // checked ones

  void set(const ListenSettings& settings);  // of the same mode

  std::size_t block() const { return filter_.block(); }
  std::size_t sound_values() const { return frames_ * channels_; }  // of a block, interleaved
  std::size_t delay() const;                                        // of the sound, frames

  void receive(std::span<const std::complex<float>> iq, std::span<float> sound);
  ListenStatus status() const;

 private:
  void measure(std::span<const std::complex<float>> iq);
  void clean(std::span<float> sound);
  void level(std::span<float> sound);
  bool voice() const { return channels_ == 1; }

  ListenSettings settings_;
  double rate_;
  std::size_t channels_, frames_;
  BlockFilter filter_;
  LevelMeter meter_;
  NoiseFloor noise_floor_;
  std::unique_ptr<Demodulator> demodulator_;
  NotchBank notches_;
  std::optional<ToneFinder> tone_finder_;
  std::vector<double> tones_;
  NoiseReduction noise_reduction_;
  Agc agc_;
  Squelch squelch_;
  Fader squelch_fader_;
  std::size_t blocks_to_start_ = 6;  // silent ones, in which filters fill and the AGC finds the level
  Limiter limiter_;
  std::vector<std::complex<float>> filtered_;
};

}  // namespace spectrumd
