// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/scene.h"

namespace spectrumd::sim {
namespace {

// Written as a user would. The carriers near 100 MHz are on multiples of 18.75 kHz from there: in the middle of a bin
// of every transform of 128 points and more at 2.4 MS/s. Nothing that moves comes near them, so that their levels can
// be checked at any moment. All amplitudes together stay 4 dB below clipping; 12 dB more gain shows the effect of
// clipping.
constexpr const char* kScene = R"({
  "name": "a lively band about 100 MHz",
  "noise": -105,
  "dc": -55,
  "signals": [
    { "kind": "carrier", "frequency": "100.3M",    "level": -12 },
    { "kind": "carrier", "frequency": "99.7M",     "level": -30 },
    { "kind": "carrier", "frequency": "100.6M",    "level": -40 },
    { "kind": "carrier", "frequency": "100.975M", "level": -50 },
    { "kind": "carrier", "frequency": "100.15M",   "level": -60 },
    { "kind": "carrier", "frequency": "99.85M",    "level": -72 },

    { "kind": "am", "frequency": "100.45M", "level": -28, "depth": 0.6, "tone": 4000 },
    { "kind": "fm", "frequency": "99.3M", "level": -22, "deviation": 75000, "tone": 420, "voice": true, "stereo": true },
    { "kind": "cw", "frequency": "99.55M", "level": -35, "text": "CQ CQ DE SPECTRUMD", "wpm": 12, "pause": 2 },
    { "kind": "cw", "frequency": "99.96M", "level": -48, "text": "VVV SPECTRUMD 73", "wpm": 22, "pause": 3 },
    { "kind": "fm", "frequency": "100.22M", "level": -33, "deviation": 4000, "tone": 250, "voice": true },
    { "kind": "hop", "frequency": "100.7M", "level": -32, "channels": 8, "spacing": 25000, "dwell": 0.06, "period": 0.1 },
    { "kind": "chirp", "frequency": "98.86M", "to": "99.15M", "level": -38, "duration": 7, "pause": 1 },

    // Elsewhere.
    { "kind": "carrier", "frequency": "97.6M", "level": -25 },
    { "kind": "fm", "frequency": "97.1M", "level": -26, "tone": 300, "voice": true, "stereo": true },
    { "kind": "fm", "frequency": "98.2M", "level": -30, "tone": 350, "voice": true },
    { "kind": "fm", "frequency": "101.7M", "level": -28, "tone": 500, "voice": true, "stereo": true },
    { "kind": "fm", "frequency": "102.9M", "level": -35, "tone": 450, "voice": true },
    { "kind": "cw", "frequency": "7.03M", "level": -40, "text": "CQ DE SPECTRUMD/40", "wpm": 18 },
    { "kind": "cw", "frequency": "14.055M", "level": -45, "text": "TEST SPECTRUMD", "wpm": 25 },
    { "kind": "am", "frequency": "10M", "level": -30, "depth": 0.5, "tone": 1000 },
    { "kind": "carrier", "frequency": "144.4M", "level": -50 },
    { "kind": "cw", "frequency": "144.43M", "level": -55, "text": "VVV DE SPECTRUMD/B", "wpm": 10 },
    { "kind": "fm", "frequency": "145.5M", "level": -30, "deviation": 2500, "tone": 300, "voice": true },
    { "kind": "fm", "frequency": "145.75M", "level": -35, "deviation": 2500, "tone": 1000 },
    { "kind": "hop", "frequency": "433.2M", "level": -34, "channels": 60, "spacing": 25000, "dwell": 0.02, "period": 0.07 },
    { "kind": "carrier", "frequency": "433.92M", "level": -45 }
  ]
})";

}  // namespace

Scene default_scene() { return parse_scene(kScene, "the built-in scene"); }

}  // namespace spectrumd::sim
