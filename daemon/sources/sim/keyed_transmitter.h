// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "daemon/sources/sim/morse.h"
#include "daemon/sources/sim/transmitter.h"

namespace spectrumd::sim {

// One pulse, in seconds of the scene.
struct Pulse {
  double start = 0;
  double length = 0;
  double frequency = 0;  // Hz
};

// A pulsed tone with soft edges.
class KeyedTransmitter : public Transmitter {
 public:
  explicit KeyedTransmitter(Decibels level, double edge = kEdge);
  void add_to(Chunk& chunk, const Reception& reception) final;

 protected:
  virtual Pulse pulse_at(double time) const = 0;  // the last one that has begun

 private:
  void add_steady(Chunk& chunk, const Reception& reception, const Pulse& pulse);
  void add_shaped(Chunk& chunk, const Reception& reception, const Pulse& last);

  const double amplitude_, edge_;
  Oscillator oscillator_;
};

// A text in Morse on one frequency.
class CwTransmitter : public KeyedTransmitter {
 public:
  explicit CwTransmitter(const Cw& cw);

 private:
  Pulse pulse_at(double time) const override;

  const double frequency_, dit_;
  const Morse morse_;
  const double cycle_;  // seconds from one start of the text to the next
};

// A frame of pulses, again and again.
class OokTransmitter : public KeyedTransmitter {
 public:
  explicit OokTransmitter(const Ook& ook);

 private:
  Pulse pulse_at(double time) const override;

  const double frequency_;
  std::vector<Pulse> pulses_;  // from the start of the frame
  double cycle_ = 0;           // seconds from one start of the frame to the next
};

// Bursts on channels in a random order.
class HopTransmitter : public KeyedTransmitter {
 public:
  HopTransmitter(const Hop& hop, std::uint64_t seed);

 private:
  Pulse pulse_at(double time) const override;

  const Hop hop_;
  const std::uint64_t seed_;
};

}  // namespace spectrumd::sim
