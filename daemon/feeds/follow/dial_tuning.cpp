// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/dial_tuning.h"

#include <algorithm>

#include "daemon/feeds/usable_band.h"

namespace spectrumd {
namespace {

// So that this frequency is at the IF at the radio.
Conversion conversion_of(const IfTap& tap, Hertz frequency) {
  return {.offset = {tap.inverted ? tap.frequency.value + frequency.value : tap.frequency.value - frequency.value},
          .invert = tap.inverted};
}

// "CWR" of Hamlib, "CW-R" and "CW-L" of flrig, "CWL" of TCI.
bool is_reversed(std::string_view cw_mode) {
  cw_mode.remove_prefix(std::min(cw_mode.find_first_not_of("CW-"), cw_mode.size()));
  return cw_mode.starts_with('R') || cw_mode.starts_with('L');
}

}  // namespace

Hertz pitch_of(std::string_view mode, Hertz cw) {
  if (!mode.starts_with("CW")) return {};
  return is_reversed(mode) ? Hertz{-cw.value} : cw;
}

std::optional<Tuning> tuning_at(Hertz dial, Tuning now, std::span<const IfTap> taps, Hertz pitch) {
  if (taps.empty() && is_in(usable_band(now), dial)) return now;
  if (!taps.empty()) {
    const auto tap = tap_at(taps, dial);
    if (!tap) return std::nullopt;
    dial.value -= pitch.value;
    now.conversion = conversion_of(*tap, dial);
  }
  now.center = dial;
  now.span.reset();
  return now;
}

}  // namespace spectrumd
