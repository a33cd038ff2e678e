// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/settings.h"

namespace spectrumd {

// Where a dial may move while the radio stays: the span of a sweep, or nine tenths of the rate, as the edges are
// weakened by the filter of the radio.
inline Span usable_band(const Tuning& tuning) {
  constexpr double kUsable = 0.9;
  const double half = kUsable * tuning.rate.value / 2;
  return tuning.span.value_or(Span{{tuning.center.value - half}, {tuning.center.value + half}});
}

inline bool is_in(const Span& band, Hertz frequency) { return band.from <= frequency && frequency <= band.to; }

}  // namespace spectrumd
