// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daemon/pipeline/pyramid.h"

namespace spectrumd {

// Bins [first, last) that stand out of the noise together.
struct Region {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t peak = 0;       // the strongest bin
  Centibel level = kNoLevel;  // of that
};

// The level hysteresis: a signal that is new has to reach `appear`, one that is known has to stay above `keep`.
struct Thresholds {
  Centibel floor = 0;
  Centibel appear = 0;
  Centibel keep = 0;
};

// `ffts` transforms were averaged: the fewer, the further noise alone rises above its floor.
Thresholds thresholds_of(std::span<const Centibel> levels, std::size_t ffts);

// Divides what is above `keep` into regions, strongest first. Two hills are one region unless the valley between them
// is 15 dB deeper than the lower of them: ripples of one modulation stay together, neighbouring carriers do not.
std::vector<Region> find_regions(std::span<const Centibel> levels, const Thresholds& thresholds);

// Joins pairs of regions that are mirror images of each other about a stronger one with that: side tones of AM, the
// pilot of an FM station that is silent. `most_bins` is how far from the middle they may be.
void join_sidebands(std::vector<Region>& regions, std::size_t most_bins);

}  // namespace spectrumd
