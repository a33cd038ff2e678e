// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "daemon/channels/listening/amplitude.h"
#include "daemon/channels/listening/block_filter.h"
#include "daemon/channels/listening/ctcss.h"
#include "daemon/channels/listening/demodulator.h"
#include "daemon/channels/listening/discriminator.h"

namespace spectrumd {

// FM of voice radio. Its transmitters raise the sound by 6 dB an octave from 300 Hz on, so it is lowered likewise, and
// what is not between 300 and 3000 Hz, such as CTCSS tones, is filtered out. With a de-emphasis of 0 the sound is what
// the discriminator gives, for decoders of data. A deviation of 5 kHz at 1 kHz has an amplitude of 0.9.
class NarrowFmDemodulator final : public Demodulator {
 public:
  explicit NarrowFmDemodulator(const ListenSettings& settings);
  void set(const ListenSettings& settings) override;
  void demodulate(const FilteredBlock& block, std::span<float> sound) override;
  std::size_t delay() const override { return voice_filter_.delay(); }
  std::optional<double> carrier_to_noise_db() const override;
  void describe(ListenStatus& status) const override;

 private:
  void note_noise();

  double rate_, width_ = 0;
  double noise_from_ = 0, noise_to_ = 0;  // Hz of the sound, above voice and within the pass band
  Discriminator discriminator_;
  CarrierRemover offset_;
  CtcssDetector ctcss_;
  BlockFilter voice_filter_;
  std::optional<double> deemphasis_;
  std::vector<float> turns_;
  std::vector<std::complex<float>> points_;
  double noise_ = 0;  // square Hz
  std::size_t blocks_ = 0;
};

}  // namespace spectrumd
