// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/sources/sim/transmitter.h"

namespace spectrumd::sim {

// A tone that moves from one frequency to another.
class ChirpTransmitter : public Transmitter {
 public:
  explicit ChirpTransmitter(const Chirp& chirp);
  void add_to(Chunk& chunk, const Reception& reception) override;

 private:
  double frequency(double since) const;                         // seconds since the chirp began
  bool is_far(const Reception& reception, double since) const;  // no part of the chunk can be in the band

  const Chirp chirp_;
  const double amplitude_, cycle_, slope_;
  Oscillator oscillator_;
};

}  // namespace spectrumd::sim
