// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "gpufft/cuda/device_fft.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/device/packed_fft.h"

namespace gpufft::cuda {

// A transform of points in host memory: copied to the device, transformed, copied back. Points that are not in pinned
// memory go through it.
class HostFft final : public device::PackedFft {
 public:
  explicit HostFft(const FftRequest& request);  // the request has been checked; throws DeviceError

 private:
  void run(std::span<const std::byte> in, std::span<std::byte> out) override;

  std::unique_ptr<DeviceFft> fft_;
  PinnedMemory<std::byte> staged_in_, staged_out_;
  DeviceMemory<std::byte> in_, out_;
  OwnStream stream_;
};

}  // namespace gpufft::cuda
