// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/keyed_transmitter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "daemon/sources/sim/decibels.h"

namespace spectrumd::sim {
namespace {

double risen(double time_since, double edge) {
  return (1 - std::cos(std::numbers::pi * std::clamp(time_since / edge, 0.0, 1.0))) / 2;
}

double envelope(const Pulse& pulse, double time, double edge) {
  return risen(time - pulse.start, edge) * (1 - risen(time - pulse.start - pulse.length, edge));
}

bool is_over(const Pulse& pulse, double time, double edge) { return time >= pulse.start + pulse.length + edge; }

bool is_steady(const Pulse& pulse, double from, double to, double edge) {
  return from >= pulse.start + edge && to <= pulse.start + pulse.length;
}

}  // namespace

KeyedTransmitter::KeyedTransmitter(Decibels level, double edge) : amplitude_(amplitude_of(level)), edge_(edge) {}

void KeyedTransmitter::add_to(Chunk& chunk, const Reception& reception) {
  const double end = reception.time(kChunk - 1);
  const Pulse first = pulse_at(reception.start);
  const Pulse last = pulse_at(end);
  if (first.start != last.start || !is_over(first, reception.start, edge_)) {
    if (is_steady(first, reception.start, end, edge_)) return add_steady(chunk, reception, first);
    add_shaped(chunk, reception, last);
  }
}

void KeyedTransmitter::add_steady(Chunk& chunk, const Reception& reception, const Pulse& pulse) {
  if (!reception.passes(pulse.frequency)) return;
  Phases phases;
  Wave wave;
  oscillator_.next(reception.step(pulse.frequency), phases);
  make_wave(phases, wave);
  add_wave(chunk, wave, static_cast<float>(amplitude_ * reception.gain));
}

void KeyedTransmitter::add_shaped(Chunk& chunk, const Reception& reception, const Pulse& last) {
  Phases phases;
  Wave wave;
  Lane envelopes;
  for (std::size_t n = 0; n < kChunk; ++n) {
    const double time = reception.time(n);
    const Pulse pulse = time >= last.start ? last : pulse_at(time);
    const double amplitude = reception.passes(pulse.frequency) ? amplitude_ * reception.gain : 0;
    phases[n] = oscillator_.next(reception.step(pulse.frequency));
    envelopes[n] = static_cast<float>(amplitude * envelope(pulse, time, edge_));
  }
  make_wave(phases, wave);
  add_wave(chunk, wave, envelopes);
}

CwTransmitter::CwTransmitter(const Cw& cw)
    : KeyedTransmitter(cw.level),
      frequency_(cw.frequency.value),
      dit_(dit_seconds(cw.wpm)),
      morse_(to_morse(cw.text)),
      cycle_(morse_.dits * dit_ + cw.pause) {}

Pulse CwTransmitter::pulse_at(double time) const {
  const double begin = std::floor(time / cycle_) * cycle_;
  const double dits = (time - begin) / dit_;
  const auto is_later = [](double now, const Morse::Mark& mark) { return now < mark.start; };
  const auto next = std::upper_bound(std::next(morse_.marks.begin()), morse_.marks.end(), dits, is_later);
  const Morse::Mark& mark = *std::prev(next);
  return {.start = begin + mark.start * dit_, .length = mark.length * dit_, .frequency = frequency_};
}

OokTransmitter::OokTransmitter(const Ook& ook)
    : KeyedTransmitter(ook.level, kOokEdge), frequency_(ook.frequency.value) {
  for (std::size_t i = 0; i < ook.pulses.size(); ++i) {
    if (i % 2 == 0) pulses_.push_back({.start = cycle_, .length = ook.pulses[i], .frequency = frequency_});
    cycle_ += ook.pulses[i];
  }
  cycle_ += ook.pause;
}

Pulse OokTransmitter::pulse_at(double time) const {
  const double begin = std::floor(time / cycle_) * cycle_;
  const auto is_later = [](double since, const Pulse& pulse) { return since < pulse.start; };
  Pulse pulse = *std::prev(std::upper_bound(std::next(pulses_.begin()), pulses_.end(), time - begin, is_later));
  pulse.start += begin;
  return pulse;
}

HopTransmitter::HopTransmitter(const Hop& hop, std::uint64_t seed)
    : KeyedTransmitter(hop.level), hop_(hop), seed_(seed) {}

Pulse HopTransmitter::pulse_at(double time) const {
  const double burst = std::floor(time / hop_.period);
  const std::size_t channel = hop_channel(hop_, static_cast<std::uint64_t>(burst), seed_);
  return {.start = burst * hop_.period,
          .length = hop_.dwell,
          .frequency = hop_.frequency.value + static_cast<double>(channel) * hop_.spacing.value};
}

}  // namespace spectrumd::sim
