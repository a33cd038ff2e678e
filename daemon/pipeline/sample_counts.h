// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace spectrumd {

// What became of the samples. A sample counts as received once its fate is known, so received = processed + dropped +
// discarded at every moment; samples still waiting are `buffered`. `received` is not computed as that sum: arrivals are
// counted separately.
struct SampleCounts {
  std::uint64_t received = 0;
  std::uint64_t processed = 0;  // went into a row
  std::uint64_t dropped = 0;    // ring full, or lost by the device
  std::uint64_t discarded = 0;  // settling after a retune, or too few left for a frame
  std::uint64_t buffered = 0;
  std::uint64_t clipped = 0;  // among those processed
};

}  // namespace spectrumd
