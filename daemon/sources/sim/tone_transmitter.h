// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/sources/sim/transmitter.h"

namespace spectrumd::sim {

// A tone of constant frequency.
class ToneTransmitter : public Transmitter {
 public:
  explicit ToneTransmitter(const SteadyTone& tone);
  void add_to(Chunk& chunk, const Reception& reception) override;

 private:
  const double frequency_, amplitude_;
  Oscillator oscillator_;
};

}  // namespace spectrumd::sim
