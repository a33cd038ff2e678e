// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/fm_transmitter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "daemon/sources/sim/decibels.h"

namespace spectrumd::sim {
namespace {

constexpr double kPilotFrequency = 19e3;
constexpr float kPilotShare = 0.1F;
constexpr double kPitchSwing = 0.25;

double turning(double hertz, double time, double phase = 0) {
  return std::sin(2 * std::numbers::pi * hertz * time + phase);
}

// Syllables and pauses: the positive part of slow oscillations, one of them irregular.
double loudness(double time) {
  const double syllables = turning(2.9, time, 2 * turning(0.23, time));
  return std::max(0.0, (syllables + 0.6 * turning(0.41, time) + turning(0.17, time, 1) + 0.4) / 3);
}

double pitch(double tone, double time) { return tone * (1 + kPitchSwing * turning(0.45, time) * turning(1.7, time)); }

// The pitch with its second and third harmonic; slow changes are linear from chunk to chunk.
void speak(Lane& swing, const Wave& tone, const Reception& reception) {
  const double before = loudness(reception.start);
  const double after = loudness(reception.time(kChunk));
  auto level = static_cast<float>(before);
  const auto growth = static_cast<float>((after - before) / static_cast<double>(kChunk));
  for (std::size_t n = 0; n < kChunk; ++n, level += growth) {
    const float first = tone.sine[n];
    const float second = 2 * first * tone.cosine[n];
    const float third = first * (3 - 4 * first * first);
    swing[n] = level * (0.5F * first + 0.3F * second + 0.2F * third);
  }
}

}  // namespace

FmTransmitter::FmTransmitter(const Fm& fm) : fm_(fm), amplitude_(amplitude_of(fm.level)) {}

void FmTransmitter::add_to(Chunk& chunk, const Reception& reception) {
  if (!reception.passes(fm_.frequency.value, fm_.deviation.value)) return;
  Lane swing;
  modulate(swing, reception);
  const auto middle = static_cast<std::int64_t>(reception.step(fm_.frequency.value));
  const auto deviation = static_cast<double>(Oscillator::step(fm_.deviation.value / reception.rate));
  Phases phases;
  Wave wave;
  for (std::size_t n = 0; n < kChunk; ++n)
    phases[n] = carrier_.next(static_cast<std::uint64_t>(middle + static_cast<std::int64_t>(deviation * swing[n])));
  make_wave(phases, wave);
  add_wave(chunk, wave, static_cast<float>(amplitude_ * reception.gain));
}

// `swing` is the deviation at every sample, -1 to 1.
void FmTransmitter::modulate(Lane& swing, const Reception& reception) {
  const double tone = fm_.voice ? pitch(fm_.tone.value, reception.start) : fm_.tone.value;
  Phases phases;
  Wave wave;
  tone_.next(Oscillator::step(tone / reception.rate), phases);
  make_wave(phases, wave);
  if (fm_.voice)
    speak(swing, wave, reception);
  else
    swing = wave.cosine;
  if (fm_.stereo) add_pilot(swing, reception);
}

void FmTransmitter::add_pilot(Lane& swing, const Reception& reception) {
  Phases phases;
  Wave wave;
  pilot_.next(Oscillator::step(kPilotFrequency / reception.rate), phases);
  make_wave(phases, wave);
  for (std::size_t n = 0; n < kChunk; ++n) swing[n] = (1 - kPilotShare) * swing[n] + kPilotShare * wave.cosine[n];
}

}  // namespace spectrumd::sim
