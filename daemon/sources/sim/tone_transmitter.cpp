// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/tone_transmitter.h"

#include "daemon/sources/sim/decibels.h"

namespace spectrumd::sim {

ToneTransmitter::ToneTransmitter(const SteadyTone& tone)
    : frequency_(tone.frequency.value), amplitude_(amplitude_of(tone.level)) {}

void ToneTransmitter::add_to(Chunk& chunk, const Reception& reception) {
  const std::uint64_t step = reception.step(frequency_);
  // Keeps turning outside the band: the tones of AM must return with the phases they left with.
  if (!reception.passes(frequency_)) return oscillator_.skip_chunk(step);
  Phases phases;
  Wave wave;
  oscillator_.next(step, phases);
  make_wave(phases, wave);
  add_wave(chunk, wave, static_cast<float>(amplitude_ * reception.gain));
}

}  // namespace spectrumd::sim
