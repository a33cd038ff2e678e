// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/sources/sim/scene.h"
#include "daemon/sources/sim/transmitter.h"

namespace spectrumd::sim {

// A receiver of 8 bits in the middle of a scene. What it gives depends on the scene, the seed, the sample number and
// the tunings so far, and on nothing else: neither on clocks nor on how its samples are asked for.
class Radio {
 public:
  Radio(const Scene& scene, std::uint64_t seed);  // tune() comes next

  // Counting goes on, and so does the scene's time. A positive ppm moves everything up by center * ppm / 1e6, as it
  // does where a perfect crystal is taken for one that runs too fast. The rate is exact all the same.
  void tune(Hertz center, Hertz rate, Decibels gain, double ppm);

  void receive(std::span<std::byte> cu8);  // whole chunks
  void skip(std::uint64_t chunks);         // time passes without anybody listening

  std::uint64_t next_sample() const { return next_sample_; }
  double seconds() const;  // from the start to next_sample()

 private:
  void skew(Chunk& chunk) const;
  Chunk hear();

  const std::uint64_t seed_;
  std::vector<std::unique_ptr<Transmitter>> transmitters_;
  double noise_ = 0;  // sigma of I and of Q at kReferenceGain, per root Hz
  float dc_ = 0;      // in I and in Q
  float i_to_i_ = 1;  // imbalance; the wanted signal keeps its level
  float i_to_q_ = 0, q_to_q_ = 1;

  Reception reception_;
  std::uint64_t next_sample_ = 0;
  std::uint64_t tuned_sample_ = 0;  // where the rate last changed
  double tuned_seconds_ = 0;
};

}  // namespace spectrumd::sim
