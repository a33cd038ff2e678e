// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace gpufft {

// Low passes of linear phase by a Kaiser window. What they stop is 90 dB down, and what they pass is flat to 0.003 dB.
// Frequencies are in parts of the sampling rate.

// From the edge of what is passed to that of what is stopped, times the taps less one.
inline constexpr double kTransitionTaps = 5.75;

// The value of a continuous low pass at `time` samples from its middle, which is 0 beyond half its `length`. Its
// integral is about 1; `cutoff` is the middle of the transition.
double low_pass_at(double time, double length, double cutoff);

// An odd number of taps, the middle one at time 0; their sum is 1.
std::vector<double> low_pass(double cutoff, std::size_t taps);

}  // namespace gpufft
