// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "daemon/config/settings.h"

namespace spectrumd {

// How a span wider than the radio's rate is covered: hops of equal width, whose edges overlap and whose middles, where
// a direct-conversion radio hears itself, are left out. All hops lie on one grid of bins. Every other sweep stands a
// few bins higher, so that what one leaves out the other has.
struct SweepPlan {
  std::uint32_t generation = 0;  // of the wish; the hops carry it
  std::size_t hops = 0;          // at least 2
  std::size_t bins = 0;          // of the panorama
  std::size_t fft = 0;           // bins of a hop
  std::size_t step = 0;          // bins from hop to hop
  std::size_t overlap = 0;       // bins beyond either end of the step that fade into the neighbour
  std::size_t notch = 0;         // bins on either side of the middle that are left out
  std::size_t shift = 0;         // bins that every other sweep stands higher
  std::size_t hop_samples = 0;   // to hear before the next hop
  Hertz bin;                     // width
  Hertz from;                    // of bin 0

  Hertz center(std::size_t hop, bool shifted) const;
  std::size_t middle_bin(std::size_t hop) const { return hop * step + step / 2; }  // unshifted
  Hertz span() const { return {static_cast<double>(bins) * bin.value}; }
};

constexpr std::size_t kLeastSweepFft = 256;

// Nothing where the tuning has no span, or one that a single hop covers. `settle_seconds` of every hop are lost to the
// tuner. Throws TuningRefused.
std::optional<SweepPlan> plan_sweep(const Tuning& tuning, std::size_t fft, double settle_seconds);

// What the radio is tuned to for a wish: the wish itself, the middle of its span, or the first hop.
Tuning first_tuning(const Tuning& wanted, const std::optional<SweepPlan>& sweep);

}  // namespace spectrumd
