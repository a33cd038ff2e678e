// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "daemon/channels/listening/sound_coder.h"

namespace spectrumd {

// How received sound is coded: one channel is voice, two are music, which needs more.
inline SoundCoding sound_coding(unsigned rate, unsigned channels, std::optional<unsigned> bit_rate = {}) {
  constexpr unsigned kVoiceBitRate = 24'000, kMusicBitRate = 96'000;
  const bool voice = channels == 1;
  return {.rate = rate,
          .channels = channels,
          .bit_rate = bit_rate.value_or(voice ? kVoiceBitRate : kMusicBitRate),
          .voice = voice};
}

}  // namespace spectrumd
