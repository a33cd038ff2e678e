// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "gpufft/channels/resampler.h"

namespace spectrumd {

// The 50 tones below voice by which FM transmitters open repeaters and squelches, Hz.
inline constexpr std::array<double, 50> kCtcssTones{
    67.0,  69.3,  71.9,  74.4,  77.0,  79.7,  82.5,  85.4,  88.5,  91.5,  94.8,  97.4,  100.0,
    103.5, 107.2, 110.9, 114.8, 118.8, 123.0, 127.3, 131.8, 136.5, 141.3, 146.2, 151.4, 156.7,
    159.8, 162.2, 165.5, 167.9, 171.3, 173.8, 177.3, 179.9, 183.5, 186.2, 189.9, 192.8, 196.6,
    199.5, 203.5, 206.5, 210.7, 218.1, 225.7, 229.1, 233.6, 241.8, 250.3, 254.1};

// Finds such a tone in the deviation of an FM signal, within a second or so. One thread.
class CtcssDetector {
 public:
  explicit CtcssDetector(double rate);  // whole kHz

  void note(std::span<const float> turns);  // deviation in turns per sample
  std::optional<double> tone_hz() const { return tone_; }

 private:
  void look();
  std::optional<double> strongest();

  double rate_;
  gpufft::Resampler resampler_;
  std::vector<std::complex<float>> points_, slow_;  // slow_: at 1 kHz
  std::vector<float> window_;
  std::array<double, kCtcssTones.size()> powers_{}, sorted_{};
  std::optional<double> last_, tone_;
};

}  // namespace spectrumd
