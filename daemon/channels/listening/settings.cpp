// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/settings.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

namespace spectrumd {
namespace {

constexpr double kVoiceDeemphasis = 530, kBroadcastDeemphasis = 50;  // microseconds; the first is a corner of 300 Hz
constexpr std::size_t kMostNotches = 8;

template <typename... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  throw ListenError(text.str());
}

void check_range(double value, double low, double high, const char* what) {
  if (!(value >= low && value <= high)) refuse(what, ": ", value, " is outside ", low, " to ", high);
}

void check_pass_band(const ListenModeFacts& facts, const PassBand& band) {
  if (!(band.low_hz < band.high_hz))
    refuse("pass band: ", band.low_hz, " to ", band.high_hz, " Hz; expected the lower edge first");
  if (!(band.low_hz >= facts.widest.low_hz && band.high_hz <= facts.widest.high_hz))
    refuse("pass band: ", band.low_hz, " to ", band.high_hz, " Hz is outside the ", facts.widest.low_hz, " to ",
           facts.widest.high_hz, " Hz of ", facts.name);
  if (band.width() < facts.narrowest_hz)
    refuse("pass band: ", band.width(), " Hz is too narrow for ", facts.name, ", which takes at least ",
           facts.narrowest_hz, " Hz");
}

}  // namespace

ListenChannel channel_for(const ListenSettings& settings) {
  const ListenModeFacts& facts = facts_of(settings.mode);
  return {.offset = 0, .rate = facts.channel_rate, .bandwidth = facts.channel_bandwidth};
}

PassBand pass_band_of(const ListenSettings& settings) {
  return settings.pass_band.value_or(facts_of(settings.mode).usual);
}

double deemphasis_of(const ListenSettings& settings) {
  return settings.deemphasis_us.value_or(settings.mode == ListenMode::Wfm ? kBroadcastDeemphasis : kVoiceDeemphasis);
}

void check(const ListenSettings& settings) {
  const ListenModeFacts& facts = facts_of(settings.mode);
  const PassBand band = pass_band_of(settings);
  check_pass_band(facts, band);
  if (facts.mode != ListenMode::Usb && facts.mode != ListenMode::Lsb && !(band.low_hz < 0 && band.high_hz > 0))
    refuse("pass band: ", band.low_hz, " to ", band.high_hz, " Hz leaves out the carrier of ", facts.name);
  check_range(settings.pitch_hz, 200, 2000, "pitch in Hz");
  if (facts.mode == ListenMode::Cw && settings.pitch_hz + band.low_hz < 0)
    refuse("pass band: its lower edge of ", band.low_hz, " Hz is heard below 0 Hz with a pitch of ", settings.pitch_hz,
           " Hz; raise one of them");
  if (settings.squelch_db) check_range(*settings.squelch_db, -200, 0, "squelch in dBFS");
  if (settings.noise_squelch_db) check_range(*settings.noise_squelch_db, 0, 40, "noise squelch in dB");
  if (settings.noise_squelch_db && facts.mode != ListenMode::Nfm)
    refuse("noise squelch: only nfm has one, ", facts.name, " has a squelch by level");
  check_range(settings.gain_db, -60, 160, "gain in dB");
  check_range(deemphasis_of(settings), 0, 1000, "de-emphasis in microseconds");
  check_range(settings.noise_reduction_db, 0, 30, "noise reduction in dB");
  if (settings.notches_hz.size() > kMostNotches) refuse("notches: at most ", kMostNotches, " at once");
  for (const double hertz : settings.notches_hz) check_range(hertz, 30, facts.sound_rate / 2.0 - 30, "notch in Hz");
}

}  // namespace spectrumd
