// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace spectrumd {

// What became of the samples. One is received once its fate is known, so that received = processed + dropped +
// discarded at every moment; those still waiting are `buffered`. `received` is not that sum: arrivals are counted on
// their own.
struct SampleCounts {
  std::uint64_t received = 0;
  std::uint64_t processed = 0;  // went into a row
  std::uint64_t dropped = 0;    // the ring was full, or the device lost them
  std::uint64_t discarded = 0;  // settling after a retune, or a rest too short for a frame
  std::uint64_t buffered = 0;
  std::uint64_t clipped = 0;  // of those processed
};

}  // namespace spectrumd
