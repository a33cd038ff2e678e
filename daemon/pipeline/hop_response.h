// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daemon/pipeline/row.h"

namespace spectrumd {

// Frequency response of the radio within a hop. Its filters fall off towards the edges and lean to one side,
// identically in every hop, while signals lie elsewhere in each: what the noise of all hops has in common is the
// filter. If the noise does not pass through the filters, as with 8 bits and the gain turned down, nothing is learned
// and nothing changed. One thread.
class HopResponse {
 public:
  HopResponse(std::size_t hops, std::size_t bins);

  void learn(std::size_t hop, std::span<const Centibel> levels);
  void settle();  // after a sweep: updates gain() with what was learned

  float gain(std::size_t bin) const {
    return gains_[bin];
  }  // power factor that compensates the response; 1 in the middle

 private:
  float group_level(std::span<const Centibel> levels);
  float common(std::size_t group);

  const std::size_t group_bins_, groups_;
  struct Hop {
    std::vector<float> offsets;  // dB, noise of each group relative to the whole hop; mean over the last sweeps
    std::size_t sweeps = 0;
  };
  std::vector<Hop> hops_;
  std::vector<float> gains_;
  std::vector<Centibel> sorted_;  // scratch memory, as are the next
  std::vector<float> levels_, offsets_;
};

}  // namespace spectrumd
