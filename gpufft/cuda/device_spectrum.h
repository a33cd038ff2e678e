// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "gpufft/cuda/groups.h"
#include "gpufft/spectrum.h"

namespace gpufft::cuda {

// Spectra of samples that lie in the memory of the device, in the order of a stream: for programs that have their data
// there, and what HostSpectrum is made of.
class DeviceSpectrum {
 public:
  virtual ~DeviceSpectrum() = default;

  // The rows of `iq` to `levels`: sums of all rows, then maxima, then minima, each rows * bins floats, the lowest
  // frequency first. `zeros` are what samples of each frame count without a signal; null: the format's zero. Neither
  // more rows nor more frames per row than planned: those throw std::logic_error. Throws DeviceError.
  virtual void run(const std::byte* iq, const Point* zeros, const RowsShape& shape, float* levels,
                   cudaStream_t stream) = 0;
};

// For `largest.rows` rows of `largest.frames_per_row` at most. Throws PlanError and DeviceError; remove_dc is the
// caller's.
std::unique_ptr<DeviceSpectrum> plan_device_spectrum(const SpectrumRequest& request, const RowsShape& largest);

}  // namespace gpufft::cuda
