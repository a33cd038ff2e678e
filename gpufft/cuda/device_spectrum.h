// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "gpufft/cuda/kernels/arguments.h"
#include "gpufft/spectrum.h"

namespace gpufft::cuda {

// Rows of frames: the frames of a row follow each other by the request's hop, and rows follow likewise.
struct RowsShape {
  std::size_t frames_per_row = 1, rows = 1;
  bool extremes = true;  // maxima and minima as well as sums
};

// Spectra of samples that lie in the memory of the device, in the order of a stream: for programs that have their data
// there, and what HostSpectrum is made of.
class DeviceSpectrum {
 public:
  virtual ~DeviceSpectrum() = default;

  // The rows of `iq` to `levels`: sums of all rows, then maxima, then minima, each rows * bins floats, the lowest
  // frequency first. `zeros` are what samples of each frame count without a signal; null: the format's zero. No more
  // frames than planned. Throws DeviceError.
  virtual void run(const std::byte* iq, const Point* zeros, const RowsShape& shape, float* levels,
                   cudaStream_t stream) = 0;
};

// For `largest.rows` rows of `largest.frames_per_row` at most. Throws PlanError and DeviceError; remove_dc is the
// caller's.
std::unique_ptr<DeviceSpectrum> plan_device_spectrum(const SpectrumRequest& request, const RowsShape& largest);

// Of rows that many groups of frames share: as few as keep all of a device busy, as adding groups up is work, too.
Groups share_out(const RowsShape& shape, std::size_t groups_at_once, std::size_t most_in_group);

}  // namespace gpufft::cuda
