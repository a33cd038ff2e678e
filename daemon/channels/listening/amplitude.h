// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/channels/listening/demodulator.h"
#include "daemon/channels/listening/oscillator.h"

namespace spectrumd {

// What is left of sound without the carrier's constant level.
class CarrierRemover {
 public:
  explicit CarrierRemover(double rate);
  void remove(std::span<float> sound);
  double level() const { return level_; }

 private:
  float share_, level_ = 0;
};

// AM by its envelope.
class EnvelopeDemodulator final : public Demodulator {
 public:
  explicit EnvelopeDemodulator(const ListenSettings& settings);
  void demodulate(const FilteredBlock& block, std::span<float> sound) override;
  double least_rms() const override;

 private:
  CarrierRemover carrier_;
};

// AM against its own carrier, recovered by a loop: both side bands, without the distortion of an envelope when the
// carrier fades. While there is no lock the loop begins again at the strongest line near the middle.
class SynchronousDemodulator final : public Demodulator {
 public:
  explicit SynchronousDemodulator(const ListenSettings& settings);
  void demodulate(const FilteredBlock& block, std::span<float> sound) override;
  double least_rms() const override;
  void describe(ListenStatus& status) const override;

 private:
  void follow(std::complex<float> carrier);
  void aim(std::span<const std::complex<float>> spectrum);

  double rate_;
  Oscillator oscillator_;
  CarrierRemover carrier_;
  double coherence_ = 0;  // mean cosine of the error: 1 with a perfect lock, 0 on noise
  bool locked_ = false;
  std::size_t blocks_to_wait_ = 0;  // before it begins again
};

}  // namespace spectrumd
