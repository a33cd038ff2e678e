// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace spectrumd {

// What the averaged spectrum of a signal looks like. Bins count from the start of the spectrum, with fractions.
struct Shape {
  double power = 0;  // above the noise, in units of the spectrum; 0: nothing is there
  double low = 0;    // edges of the band that holds 99 % of it
  double high = 0;
  double centroid = 0;    // of the power
  std::size_t line = 0;   // the strongest bin
  double line_share = 0;  // of the power that is in the main lobe of a tone there
  double imbalance = 0;   // dB between the power below and above the line's main lobe; 0 if there is none
  double ripple = 0;      // standard deviation of the levels in the middle 70 % of the band, dB

  double bins() const { return high - low; }
};

// `powers` are those of the bins from `first` on; `reach` is half the main lobe of the window.
Shape shape_of(std::span<const float> powers, std::size_t first, double floor, std::size_t reach);

}  // namespace spectrumd
