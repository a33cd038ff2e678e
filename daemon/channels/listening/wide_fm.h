// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "daemon/channels/listening/block_filter.h"
#include "daemon/channels/listening/demodulator.h"
#include "daemon/channels/listening/discriminator.h"
#include "daemon/channels/listening/pilot.h"
#include "gpufft/channels/resampler.h"

namespace spectrumd {

// Broadcast FM, 240 kS/s to 48 kHz in stereo. A deviation of 75 kHz has an amplitude of 0.6.
class WideFmDemodulator final : public Demodulator {
 public:
  explicit WideFmDemodulator(const ListenSettings& settings);
  void set(const ListenSettings& settings) override;
  void demodulate(const FilteredBlock& block, std::span<float> sound) override;
  std::size_t delay() const override;
  void describe(ListenStatus& status) const override { status.stereo = pilot_.stereo(); }

 private:
  double rate_;
  Discriminator discriminator_;
  PilotLoop pilot_;
  gpufft::Resampler resampler_;
  BlockFilter sound_filter_;
  std::optional<double> deemphasis_;
  std::vector<float> composite_, carrier_;
  std::vector<std::complex<float>> both_, slow_, points_;  // sum, and difference as the imaginary part
  std::complex<float> offset_;
};

}  // namespace spectrumd
