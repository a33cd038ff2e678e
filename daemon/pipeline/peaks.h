// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "daemon/pipeline/row.h"
#include "gpufft/window.h"

namespace spectrumd {

struct Peak {
  Hertz frequency;
  Decibels level;  // of a tone, wherever it lies between the bins
  Decibels snr;    // over the noise of one bin
  Hertz width;     // at -6 dB
};

struct Peaks {
  Decibels floor;           // median of the row
  std::vector<Peak> peaks;  // strongest first
};

// Measures carriers in the mean levels of a row, which must outlive it.
class PeakMeter {
 public:
  PeakMeter(const Row& row, const gpufft::Window& window);
  ~PeakMeter();

  Decibels floor() const;          // median of the row
  Peak at(std::size_t bin) const;  // the carrier whose strongest bin that is
  double noise_bins() const;       // equivalent noise bandwidth of the window
  std::size_t reach() const;       // half of its main lobe, in bins, rounded up
  std::vector<Peak> find(Decibels min_snr, std::size_t count) const;

 private:
  class Levels;
  std::unique_ptr<const Levels> levels_;
};

// Finds at most `count` carriers that are at least `min_snr` above the noise, in the mean levels of a row.
Peaks find_peaks(const Row& row, const gpufft::Window& window, Decibels min_snr, std::size_t count);

}  // namespace spectrumd
