// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/chirp_transmitter.h"

#include <algorithm>
#include <cmath>

#include "daemon/sources/sim/decibels.h"

namespace spectrumd::sim {

ChirpTransmitter::ChirpTransmitter(const Chirp& chirp)
    : chirp_(chirp),
      amplitude_(amplitude_of(chirp.level)),
      cycle_(chirp.duration + chirp.pause),
      slope_((chirp.to.value - chirp.frequency.value) / chirp.duration) {}

void ChirpTransmitter::add_to(Chunk& chunk, const Reception& reception) {
  double since = std::fmod(reception.start, cycle_);
  if (is_far(reception, since)) return;
  Phases phases;
  Wave wave;
  Lane envelope;
  const auto amplitude = static_cast<float>(amplitude_ * reception.gain);
  const std::uint64_t growth = Oscillator::step(slope_ * reception.sample / reception.rate);
  std::uint64_t step = reception.step(frequency(since));
  for (std::size_t n = 0; n < kChunk; ++n, since += reception.sample, step += growth) {
    if (since >= cycle_) {
      since = std::fmod(since, cycle_);
      step = reception.step(frequency(since));
    }
    const bool heard = since < chirp_.duration && reception.passes(frequency(since));
    envelope[n] = heard ? amplitude : 0;
    phases[n] = oscillator_.next(step);
  }
  make_wave(phases, wave);
  add_wave(chunk, wave, envelope);
}

double ChirpTransmitter::frequency(double since) const { return chirp_.frequency.value + slope_ * since; }

bool ChirpTransmitter::is_far(const Reception& reception, double since) const {
  const double length = static_cast<double>(kChunk) * reception.sample;
  if (since + length >= cycle_) return false;
  const double way = std::abs(slope_) * length;
  return since >= chirp_.duration || !reception.passes(frequency(since), -way);
}

}  // namespace spectrumd::sim
