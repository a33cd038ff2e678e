// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/config/units.h"

// A scene is what a simulated antenna hears: signals at absolute frequencies over a floor of noise, and the faults of
// the receiver behind it. It is written as JSON with // and /* */ comments; numbers take k, M and G in quotes:
//
//   {
//     "name": "a carrier and a call",   // shown to people
//     "noise": -105,                    // dBFS per Hz; left out: none
//     "dc": -50,                        // dBFS of the spike in the middle; left out: none
//     "imbalance": { "gain": 0.5, "phase": 2 },   // of Q against I, dB and degrees; left out: none
//     "signals": [
//       { "kind": "carrier", "frequency": "100.3M", "level": -20 },
//       { "kind": "cw", "frequency": "100.4M", "level": -30, "text": "CQ CQ" }
//     ]
//   }
//
// Every signal has a "kind", a "frequency" in Hz and a "level" in dBFS. Kinds, their other keys and what is taken
// where a key is left out:
//
//   carrier  a steady tone
//   am       "depth" 0.5 (0 to 1), "tone" 1000 (Hz) that modulates it
//   fm       "deviation" 75000 (Hz, peak), "tone" 1000 (Hz), "voice" false: the tone is a voice that wanders and
//   pauses,
//            "stereo" false: a tenth of the deviation is a pilot of 19 kHz
//   cw       "text" in Morse, again and again, "wpm" 12 (PARIS), "pause" 2 (s) besides the space that ends a word
//   hop      bursts on one of "channels" 8 from "frequency" upwards, "spacing" 25000 (Hz) apart, each "dwell" 0.04 (s)
//            long, one every "period" 0.1 (s)
//   ook      "pulses": microseconds on, off, on, ..., again after "pause" 1 (s)
//   chirp    a tone from "frequency" to "to" (Hz) in "duration" 5 (s), again after "pause" 0 (s)
//
// Levels are what a receiver at kReferenceGain sees; 0 dBFS is a complex tone of amplitude 1.0, which is 127.5 counts
// about the middle of 8 bits. The level of a tone, of FM, of a burst and of a chirp is its amplitude, that of CW the
// amplitude with the key down, that of AM the carrier's, whose two side tones stand at level + 20 log10(depth / 2).
// What goes beyond 8 bits clips. Noise is Gaussian and white (its tails end at 3.7 sigma); rounding to 8 bits adds
// its own, see noise_density().
//
// Keyed signals rise and fall along half a cosine of kEdge, ook of kOokEdge; an edge begins when the key goes down or
// up, so that the time above half the amplitude is that of the element. The radio's filter is ideal: it passes
// kPassband of the band and nothing beyond. AM is filtered tone by tone, FM is seen whole or, when its deviation
// crosses an edge, not at all.

namespace spectrumd::sim {

constexpr Decibels kReferenceGain{28};
constexpr double kPassband = 0.98;
constexpr double kEdge = 0.005;       // seconds
constexpr double kOokEdge = 0.00002;  // of pulses that are shorter than kEdge

struct Carrier {
  Hertz frequency;
  Decibels level;
};

struct Am {
  Hertz frequency;
  Decibels level;
  double depth = 0.5;
  Hertz tone{1000};
};

struct Fm {
  Hertz frequency;
  Decibels level;
  Hertz deviation{75e3};
  Hertz tone{1000};
  bool voice = false;
  bool stereo = false;
};

struct Cw {
  Hertz frequency;
  Decibels level;
  std::string text;
  double wpm = 12;
  double pause = 2;
};

struct Hop {
  Hertz frequency;
  Decibels level;
  std::size_t channels = 8;
  Hertz spacing{25e3};
  double dwell = 0.04;
  double period = 0.1;
};

struct Ook {
  Hertz frequency;
  Decibels level;
  std::vector<double> pulses;  // seconds on, off, on, ...
  double pause = 1;
};

struct Chirp {
  Hertz frequency;
  Decibels level;
  Hertz to;
  double duration = 5;
  double pause = 0;
};

using Signal = std::variant<Carrier, Am, Fm, Cw, Hop, Ook, Chirp>;

// A fault of direct-conversion receivers: Q is `gain` too strong and `phase` short of a right angle to I. The wanted
// signal keeps its level; a mirror image of it appears on the other side of the middle.
struct Imbalance {
  Decibels gain;
  double phase_degrees = 0;
};

struct Scene {
  std::string name;
  std::optional<Decibels> noise;  // per Hz
  std::optional<Decibels> dc;
  std::optional<Imbalance> imbalance;
  std::vector<Signal> signals;
};

// Both throw SourceError, which names the file, the key and the reason.
Scene parse_scene(const std::string& text, const std::string& file_name);
Scene load_scene(const std::filesystem::path& file);

Scene default_scene();  // around 100 MHz, made for 2.4 MS/s, with a few things to find elsewhere

// Ground truth about a scene, to compare results with.

struct SteadyTone {
  Hertz frequency;
  Decibels level;
};
std::vector<SteadyTone> steady_tones(const Scene& scene);  // carriers, and the tones that AM consists of

// Of the samples that come out, per Hz: the scene's own noise at this gain and that of rounding to 8 bits. Rounding
// behaves as noise where the noise before it has a sigma of half a count or more.
Decibels noise_density(const Scene& scene, Hertz rate, Decibels gain);

Decibels image_level(const Imbalance& imbalance);  // against the wanted signal

// Which channel a burst is on, counted from 0; burst n begins n * period after the start.
std::size_t hop_channel(const Hop& hop, std::uint64_t burst, std::uint64_t seed);

}  // namespace spectrumd::sim
