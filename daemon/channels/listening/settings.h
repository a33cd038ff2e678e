// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <stdexcept>
#include <vector>

#include "daemon/channels/listening/mode.h"

namespace spectrumd {

// Settings that cannot be. The text says which value, why, and what is accepted.
struct ListenError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct ListenSettings {
  ListenMode mode = ListenMode::Nfm;
  std::optional<PassBand> pass_band;       // else the usual one of the mode
  std::optional<double> squelch_db;        // level in the pass band, dBFS, from which on it is heard
  std::optional<double> noise_squelch_db;  // NFM: carrier over noise in the pass band, from which on it is heard
  bool agc = true;                         // not in FM, whose level does not depend on the signal's
  double gain_db = 0;                      // of the sound: on top of the AGC, or in its place
  std::optional<double> deemphasis_us;     // NFM, WFM; else 530 for voice, 50 for broadcast; 0 is flat
  bool auto_notch = false;                 // against steady tones; not in CW, where they are what one hears
  std::vector<double> notches_hz;          // of the sound; no notches in WFM
  double noise_reduction_db = 0;           // by how much steady noise is lowered at most; 0 is off; not in WFM
  double pitch_hz = 650;                   // of a CW carrier in the middle of the channel

  friend bool operator==(const ListenSettings&, const ListenSettings&) = default;
};

// What a page shows while one listens.
struct ListenStatus {
  double level_db = -200;        // in the pass band, dBFS
  std::optional<double> snr_db;  // of it, over noise that is measured next to it; in NFM by the noise of the sound
  bool squelch_open = false;
  double agc_gain_db = 0;
  std::optional<bool> carrier_locked;  // SAM
  double carrier_offset_hz = 0;        // SAM, while locked
  std::optional<double> ctcss_hz;      // NFM: the standard tone that is sent along
  bool stereo = false;                 // WFM
  std::vector<double> notches_hz;      // those found and those set

  friend bool operator==(const ListenStatus&, const ListenStatus&) = default;
};

// The channel that gives a listener its samples: `offset` from the frequency that is listened to.
struct ListenChannel {
  double offset = 0, rate = 0, bandwidth = 0;
  friend bool operator==(const ListenChannel&, const ListenChannel&) = default;
};

// It depends on the mode alone: the listener filters by itself, as a channel's filter is 800 Hz from pass to stop, so
// edges and pitch change without another channel and without a click.
ListenChannel channel_for(const ListenSettings& settings);

PassBand pass_band_of(const ListenSettings& settings);
double deemphasis_of(const ListenSettings& settings);  // microseconds

void check(const ListenSettings& settings);  // throws ListenError

}  // namespace spectrumd
