// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "gpufft/cuda/groups.h"
#include "gpufft/spectrum.h"

namespace gpufft::cuda {

// Spectra of samples in the memory of the device, in the order of a stream: for programs that have their data there,
// and as a part of plan_host_spectrum().
class DeviceSpectrum {
 public:
  virtual ~DeviceSpectrum() = default;

  // Writes the rows of `iq` to `levels`: the sums of all rows, then maxima, then minima, each rows * bins floats,
  // lowest frequency first. `zeros` are the values of each frame's samples at silence; null: the format's zero. With
  // more rows, or more frames per row, than planned throws std::logic_error. Throws DeviceError.
  virtual void run(const std::byte* iq, const Point* zeros, const RowsShape& shape, float* levels,
                   cudaStream_t stream) = 0;
};

// For at most `largest.rows` rows of `largest.frames_per_row` frames. Throws PlanError and DeviceError; remove_dc is
// left to the caller.
std::unique_ptr<DeviceSpectrum> plan_device_spectrum(const SpectrumRequest& request, const RowsShape& largest);

}  // namespace gpufft::cuda
