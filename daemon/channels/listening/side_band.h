// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/channels/listening/demodulator.h"
#include "daemon/channels/listening/oscillator.h"

namespace spectrumd {

// A side band or Morse code, by the filter method: the pass band has selected one side of the suppressed carrier, so
// that the real part is the sound. CW is first moved up by its pitch.
class SideBandDemodulator final : public Demodulator {
 public:
  explicit SideBandDemodulator(const ListenSettings& settings);
  void set(const ListenSettings& settings) override;
  void demodulate(const FilteredBlock& block, std::span<float> sound) override;

 private:
  Oscillator oscillator_;
};

}  // namespace spectrumd
