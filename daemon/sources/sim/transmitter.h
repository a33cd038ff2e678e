// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "daemon/sources/sim/chunk.h"
#include "daemon/sources/sim/scene.h"

namespace spectrumd::sim {

// The tuning of the receiver during one chunk.
struct Reception {
  double start = 0;   // of the chunk, in seconds of the scene
  double sample = 1;  // seconds
  double rate = 1;    // samples a second
  double center = 0;  // Hz; the actual center, with the error of the crystal
  double gain = 1;    // of the amplitude, against kReferenceGain

  double time(std::size_t n) const { return start + static_cast<double>(n) * sample; }
  bool passes(double frequency, double half_width = 0) const {
    return std::abs(frequency - center) + half_width < kPassband * rate / 2;
  }
  std::uint64_t step(double frequency) const { return Oscillator::step((frequency - center) / rate); }
};

// One signal on the air. Its chunks are asked for one after the other; it may be out of sight for a while.
class Transmitter {
 public:
  virtual ~Transmitter() = default;
  virtual void add_to(Chunk& chunk, const Reception& reception) = 0;
};

// Everything that is in a scene.
std::vector<std::unique_ptr<Transmitter>> make_transmitters(const Scene& scene, std::uint64_t seed);

}  // namespace spectrumd::sim
