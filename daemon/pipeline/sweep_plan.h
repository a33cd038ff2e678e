// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "daemon/config/settings.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {

// How to cover a span wider than the sample rate: hops of equal width that overlap at the edges and leave out the
// middle, where a direct-conversion radio receives its own DC spike. All hops lie on one grid of bins. Every other
// sweep is shifted up by a few bins, so that each covers what the other leaves out. Bins that no hop covers, since the
// tuner does not reach them, are without data.
struct SweepPlan {
  std::uint32_t generation = 0;  // of the request; the hops carry it
  std::size_t hops = 0;          // at least 2
  std::size_t bins = 0;          // in the panorama
  std::size_t fft = 0;           // bins per hop
  std::size_t step = 0;          // bins of a hop that are used: the most from hop to hop
  std::size_t first_middle = 0;  // bins at which the first and the last hop stand, unshifted: within what the tuner
  std::size_t last_middle = 0;   // reaches; the others stand evenly between them
  std::size_t overlap = 0;       // bins beyond either end of the step that are cross-faded
  std::size_t notch = 0;         // bins left out on either side of the middle
  std::size_t shift = 0;         // bins by which every other sweep is higher
  std::size_t hop_samples = 0;   // to receive before the next hop
  Hertz bin;                     // width
  Hertz from;                    // of bin 0

  Hertz center(std::size_t hop, bool shifted) const;
  std::size_t middle_bin(std::size_t hop) const;  // unshifted
  std::size_t joint(std::size_t hop) const;       // where a hop begins, and the one before ends
  double spacing() const;                         // bins from hop to hop, on average
  double seconds() const;                         // that a sweep takes at least
  Hertz span() const { return {static_cast<double>(bins) * bin.value}; }
};

constexpr std::size_t kLeastSweepFft = 256;

// Returns nullopt if the tuning has no span, or one that a single hop covers. `settle_seconds` of every hop are lost to
// the tuner. Hops stand within `reach`; what they do not cover of the span is without data. A span that is out of reach
// is planned as it is: the source says why it cannot be tuned there. Throws TuningRefused.
std::optional<SweepPlan> plan_sweep(const Tuning& tuning, std::size_t fft, double settle_seconds,
                                    const Span& reach = kAnywhere);

// Returns the tuning to start with: as requested, the middle of the requested span as far as the reach allows, or the
// first hop.
Tuning first_tuning(const Tuning& wanted, const std::optional<SweepPlan>& sweep, const Span& reach = kAnywhere);

// The refusal of a center that was derived from a span, naming the span.
TuningRefused in_terms_of(const Tuning& wanted, const TuningRefused& refused);

// Returns the part of the span that hops within the reach cover; nullopt without a span, or if they cover all of it or
// none.
std::optional<Span> reached_part(const Tuning& tuning, const Span& reach);

}  // namespace spectrumd
