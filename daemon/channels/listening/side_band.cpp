// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/side_band.h"

#include <algorithm>

namespace spectrumd {

SideBandDemodulator::SideBandDemodulator(const ListenSettings& settings) { set(settings); }

// The phase continues, so a change of the pitch does not click.
void SideBandDemodulator::set(const ListenSettings& settings) {
  oscillator_.set_step(settings.mode == ListenMode::Cw ? settings.pitch_hz / facts_of(settings.mode).channel_rate : 0);
}

void SideBandDemodulator::demodulate(const FilteredBlock& block, std::span<float> sound) {
  if (oscillator_.step() == 0) {
    std::ranges::transform(block.samples, sound.begin(),
                           [](const std::complex<float>& sample) { return sample.real(); });
    return;
  }
  oscillator_.run(sound.size(), [&](std::size_t i, std::complex<float> turn) {
    sound[i] = gpufft::product(block.samples[i], turn).real();
  });
}

}  // namespace spectrumd
