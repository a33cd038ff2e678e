// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daemon/channels/listening/reception.h"
#include "daemon/channels/listening/settings.h"

namespace spectrumd {

// Makes the sound of a channel's samples (amplitude 1: full scale of the radio), which are those of channel_for(). One
// thread; what does not change the mode allocates nothing after the first second.
//
// The sound comes in whole blocks of 20 ms, as much as there were samples: what is less waits for the next samples. It
// is within -0.98 to 0.98, and lags its samples by delay().
class Listener {
 public:
  explicit Listener(const ListenSettings& settings);  // throws ListenError

  const ListenSettings& settings() const { return settings_; }
  unsigned sound_rate() const { return facts_of(settings_.mode).sound_rate; }
  unsigned sound_channels() const { return facts_of(settings_.mode).sound_channels; }
  double delay() const;  // seconds, besides the wait for a block

  // Changes without a click, from the next block on; throws ListenError, and nothing is changed. A mode with another
  // channel or kind of sound begins again: samples after that are those of the new channel, and the sound before it
  // ends where it was.
  void set(const ListenSettings& settings);

  void take(std::span<const std::complex<float>> iq, std::vector<float>& sound);  // appends

  // So many samples of the channel are lost: the sound is faded out and in again around them, and its duration stays.
  // What is owed for them comes with the next take(), all at once: where minutes are lost, end the sound instead.
  void gap(std::uint64_t samples);

  ListenStatus status() const;

 private:
  struct Silence {  // frames of the sound, counted from the beginning
    std::uint64_t begin, end;
  };

  void finish_block(std::vector<float>& sound);
  void change_over(std::span<float> sound);
  void skip(std::uint64_t blocks, std::vector<float>& sound);
  void silence(std::span<float> sound);

  ListenSettings settings_;
  std::unique_ptr<Reception> reception_, next_;  // next_: of another mode, until its sound has settled
  std::size_t blocks_to_settle_ = 0;
  std::vector<std::complex<float>> block_;  // not yet full
  std::vector<float> next_sound_;
  std::uint64_t samples_ = 0, frames_ = 0;  // taken, or lost; given out
  std::uint64_t owed_ = 0;                  // lost samples, not yet in a block
  std::vector<Silence> silences_;
};

}  // namespace spectrumd
