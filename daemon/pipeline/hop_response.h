// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daemon/pipeline/row.h"

namespace spectrumd {

// How a radio hears what lies off the middle of a hop. Its filters fall off towards the edges and lean to one side, in
// every hop alike, while signals lie elsewhere in each: what is common to the noise of the hops is the filters'. Where
// the noise does not come through the filters, as that of 8 bits with the gain turned down, nothing is found and
// nothing changed.
class HopResponse {
 public:
  HopResponse(std::size_t hops, std::size_t bins);

  void learn(std::size_t hop, std::span<const Centibel> levels);
  void settle();  // after a sweep: gain() is what has been learned until now

  float gain(std::size_t bin) const { return gains_[bin]; }  // of power, 1 in the middle; makes up for the response

 private:
  float group_level(std::span<const Centibel> levels);
  float common(std::size_t group);

  const std::size_t group_bins_, groups_;
  struct Hop {
    std::vector<float> offsets;  // dB, of each group's noise from that of the whole hop; a mean over the last sweeps
    std::size_t sweeps = 0;
  };
  std::vector<Hop> hops_;
  std::vector<float> gains_;
  std::vector<Centibel> sorted_;  // room to work in, as are the next
  std::vector<float> levels_, offsets_;
};

}  // namespace spectrumd
