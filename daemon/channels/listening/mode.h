// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace spectrumd {

// How sound is made of a channel: amplitude modulation by its envelope or with its carrier recovered, narrow FM
// (voice), broadcast FM in stereo, a side band, Morse code.
enum class ListenMode { Am, Sam, Nfm, Wfm, Usb, Lsb, Cw };

// Its edges in Hz from the frequency that is listened to, where the filter has half the amplitude.
struct PassBand {
  double low_hz = 0, high_hz = 0;

  double width() const { return high_hz - low_hz; }
  double middle() const { return (low_hz + high_hz) / 2; }
  friend bool operator==(const PassBand&, const PassBand&) = default;
};

struct ListenModeFacts {
  ListenMode mode;
  std::string_view name;   // "nfm"
  std::string_view title;  // for a person
  PassBand usual, widest;
  double narrowest_hz;  // least width
  double channel_rate, channel_bandwidth;
  unsigned sound_rate;      // one that Opus accepts
  unsigned sound_channels;  // interleaved
};

// CW is heard at a pitch: its edges are counted from the carrier, not from the frequency of the sound.
std::span<const ListenModeFacts> listen_modes();
const ListenModeFacts& facts_of(ListenMode mode);
std::string_view name_of(ListenMode mode);
std::optional<ListenMode> listen_mode_named(std::string_view name);

}  // namespace spectrumd
