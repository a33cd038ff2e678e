// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/sources/sim/transmitter.h"

namespace spectrumd::sim {

// A carrier frequency-modulated by a tone or by something like a voice.
class FmTransmitter : public Transmitter {
 public:
  explicit FmTransmitter(const Fm& fm);
  void add_to(Chunk& chunk, const Reception& reception) override;

 private:
  void modulate(Lane& swing, const Reception& reception);
  void add_pilot(Lane& swing, const Reception& reception);

  const Fm fm_;
  const double amplitude_;
  Oscillator carrier_, tone_, pilot_;
};

}  // namespace spectrumd::sim
