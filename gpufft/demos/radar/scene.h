// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft::program {

using Echoes = std::vector<std::complex<float>>;  // pulse after pulse

// A radar that sends the same chirp repeatedly and listens in between.
struct Radar {
  double carrier_hz = 10e9;
  double bandwidth_hz = 45e6;  // swept by the chirp
  double rate_hz = 60e6;       // complex samples a second
  double chirp_seconds = 10e-6;
  double soft_share = 0.08;  // of the chirp, in which it rises, and the same share in which it falls
  double pulses_per_second = 8000;
  std::size_t samples = 2048;  // recorded after each pulse
  std::size_t pulses = 512;

  std::size_t chirp_samples() const { return static_cast<std::size_t>(chirp_seconds * rate_hz); }
  double range_step() const;  // meters from one range bin to the next
  double speed_step() const;  // meters per second from one Doppler bin to the next
  double farthest() const;    // meters, with the whole echo still recorded
  double fastest() const;     // meters per second, toward or away, without ambiguity
};

// A point target that moves straight away from the radar (or toward it: speed below 0).
struct Target {
  double range = 0;  // meters, at the middle pulse
  double speed = 0;  // meters per second
  double level = 0;  // decibels of its echo over the receiver's noise, per sample
};

// The transmitted pulse, in the first chirp_samples() of `samples` samples.
Echoes chirp(const Radar& radar);

// The received samples: every target's echo, delayed and turned according to its range at each pulse, plus noise of
// power 1. The same seed gives the same samples.
Echoes echoes(const Radar& radar, const std::vector<Target>& targets, std::uint32_t seed);

// Random targets within range, far enough apart to be resolved; levels from -30 to 0.
std::vector<Target> random_targets(const Radar& radar, std::size_t count, std::uint32_t seed);

}  // namespace gpufft::program
