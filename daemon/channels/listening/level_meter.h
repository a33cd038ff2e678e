// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace spectrumd {

// The S-meter: the level of what is in the pass band, and of the noise next to it. One thread.
class LevelMeter {
 public:
  // Of blocks that come `blocks_per_second` times; 0 dBFS is a tone of amplitude 1.
  explicit LevelMeter(double blocks_per_second);

  void note(std::span<const std::complex<float>> samples);

  double block_db() const;  // of the last block
  double level_db() const;  // over 0.1 s

 private:
  double share_, block_ = 0, power_ = 0;
};

// Estimates the noise of a channel from its spectra: the level that a quarter of the bins stay below, as signals leave
// some bins free. One thread; allocates nothing after it is made.
class NoiseFloor {
 public:
  // For spectra of `length` bins in the order of the transform; `part` of them around the middle are looked at.
  NoiseFloor(std::size_t length, double part, double blocks_per_second);

  void note(std::span<const std::complex<float>> spectrum);

  // Power in a part of the rate. Nullopt until there were spectra for 0.1 s.
  std::optional<double> power(double part_of_rate) const;

 private:
  double length_, share_;
  std::size_t half_;
  std::vector<float> powers_, sorted_;
  std::size_t until_first_, blocks_ = 0;
  double per_bin_ = 0;
};

}  // namespace spectrumd
