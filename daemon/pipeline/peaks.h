// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
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

// Finds at most `count` carriers that are at least `min_snr` above the noise, in the mean levels of a row.
Peaks find_peaks(const Row& row, const gpufft::Window& window, Decibels min_snr, std::size_t count);

}  // namespace spectrumd
