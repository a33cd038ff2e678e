// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "daemon/sources/sim/chunk.h"

namespace spectrumd::sim {

// Random bits that depend only on a seed and a stream number: SplitMix64.
class RandomBits {
 public:
  RandomBits(std::uint64_t seed, std::uint64_t stream) : state_(mix(mix(seed + kStep) ^ stream)) {}
  std::uint64_t next() { return mix(state_ += kStep); }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
  static std::uint64_t mix(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }

  std::uint64_t state_;
};

// Adds white Gaussian noise with standard deviation `sigma` in I and in Q. Every sample is drawn separately, by 12 bits
// into a table of the inverse normal distribution: the spectrum is flat and the power exact, only the tails beyond 3.7
// sigma are cut off.
void add_noise(Chunk& chunk, float sigma, RandomBits& bits);

}  // namespace spectrumd::sim
