// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/dial_tuning.h"

#include "daemon/feeds/usable_band.h"

namespace spectrumd {
namespace {

// So that the dial is at the IF at the radio.
Conversion conversion_of(const IfTap& tap, Hertz dial) {
  return {.offset = {tap.inverted ? tap.frequency.value + dial.value : tap.frequency.value - dial.value},
          .invert = tap.inverted};
}

}  // namespace

std::optional<Tuning> tuning_at(Hertz dial, Tuning now, std::span<const IfTap> taps) {
  if (taps.empty() && is_in(usable_band(now), dial)) return now;
  if (!taps.empty()) {
    const auto tap = tap_at(taps, dial);
    if (!tap) return std::nullopt;
    now.conversion = conversion_of(*tap, dial);
  }
  now.center = dial;
  now.span.reset();
  return now;
}

}  // namespace spectrumd
