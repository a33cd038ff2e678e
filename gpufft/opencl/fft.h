// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "gpufft/device/packed_fft.h"
#include "gpufft/opencl/stage.h"

namespace gpufft::opencl {

// Transforms of points in host memory, as many at a time as fit the device's memory.
class OpenClFft final : public device::PackedFft {
 public:
  OpenClFft(std::shared_ptr<const Device> device, const FftRequest& request);  // checked; throws DeviceError

 private:
  void run(std::span<const std::byte> in, std::span<std::byte> out) override;

  std::shared_ptr<const Device> device_;
  Stages stages_;
  Queue queue_;
  std::size_t at_once_;  // items
  Buffer from_, other_;
};

}  // namespace gpufft::opencl
