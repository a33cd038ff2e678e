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

// How frames become power: what the QPUs do of it, and what is left for the processor.
class PowerPath {
 public:
  virtual ~PowerPath() = default;

  // How many frames the next call of fold() takes, if so many are left.
  virtual std::size_t at_once(std::size_t left) const = 0;

  // As many frames as there are `zeros`, the counts where the signal of each is zero. Throws DeviceError.
  virtual Microseconds fold(std::span<const std::byte> iq, std::span<const std::complex<float>> zeros, PowerRow& row,
                            std::chrono::milliseconds timeout) = 0;
};

// The one that does most on the QPUs for a request, which has been checked. Throws DeviceError.
std::unique_ptr<PowerPath> plan_power_path(std::shared_ptr<QpuDevice> device, const SpectrumRequest& request);

// What it takes of the board's memory.
std::size_t memory_of_power_path(const SpectrumRequest& request);

// How many frames of a length go together, descending to 1. Few programs, each of which takes memory.
std::vector<std::size_t> frames_together(std::size_t bins);

}  // namespace gpufft::qpu
