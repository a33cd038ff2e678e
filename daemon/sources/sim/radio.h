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

// An 8-bit receiver in a scene. Its output depends on the scene, the seed, the sample number and the tunings so far,
// and on nothing else: neither on clocks nor on how its samples are requested. One thread.
class Radio {
 public:
  Radio(const Scene& scene, std::uint64_t seed);  // tune() must follow

  // Sample numbers and scene time continue. A positive ppm moves everything up by center * ppm / 1e6, as if a perfect
  // crystal were assumed to run fast. The rate stays exact.
  void tune(Hertz center, Hertz rate, Decibels gain, double ppm);

  void receive(std::span<std::byte> cu8);  // whole chunks
  void skip(std::uint64_t chunks);         // lets time pass without output

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
