// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "gpufft/qpu/programs.h"
#include "gpufft/spectrum.h"

namespace gpufft::qpu {

// How frames become power: the QPUs' share of the work, and the processor's.
class PowerPath {
 public:
  virtual ~PowerPath() = default;

  // How many frames the next call of fold() accepts, with `left` frames to go.
  virtual std::size_t at_once(std::size_t left) const = 0;

  // Folds as many frames as there are `zeros`, the values at silence of each. Returns the device's time. Throws
  // DeviceError.
  virtual Microseconds fold(std::span<const std::byte> iq, std::span<const std::complex<float>> zeros, PowerRow& row,
                            std::chrono::milliseconds timeout) = 0;
};

// The path that does most on the QPUs for a request, which has been checked. Throws DeviceError.
std::unique_ptr<PowerPath> plan_power_path(std::shared_ptr<QpuDevice> device, const SpectrumRequest& request);

// Bytes of the board's memory that it needs.
std::size_t memory_of_power_path(const SpectrumRequest& request);

// How many frames of a length are done at once, descending to 1. Few programs, as each needs memory.
std::vector<std::size_t> frames_together(std::size_t bins);

}  // namespace gpufft::qpu
