// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace spectrumd {

// A hint at what a signal is, from its spectrum and its power over time alone; nothing is demodulated.
enum class SignalClass : std::uint8_t { Unknown, Carrier, Am, Fm, Digital, Pulsed };

std::string_view to_string(SignalClass hint);  // "unknown", "carrier", "am", "fm", "digital", "pulsed"

// What the hint is made from, of the last seconds.
struct SignalTraits {
  double bins = 0;       // 99 % of the power, of the averaged spectrum
  double lobe_bins = 4;  // main lobe of the window
  double width_hz = 0;
  double line_share = 0;        // of the power that is in the strongest line
  double line_range = 0;        // dB by which that line moved
  double imbalance = 0;         // dB between the two sides of the line
  double ripple = 0;            // dB across the middle of the spectrum
  double duty = 1;              // share of the time that it is on
  double unsteadiness = 0;      // standard deviation of its power while it is on, dB
  double level_over_floor = 0;  // of the strongest line, dB
};

SignalClass class_of(const SignalTraits& traits);

}  // namespace spectrumd
