// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/device_fft.h"
#include "gpufft/cuda/memory.h"

namespace gpufft::cuda {

// A transform of the host's points: there, transformed, back. Points go through pinned memory, where strides are undone
// as well.
class HostFft final : public Fft {
 public:
  explicit HostFft(const FftRequest& request);  // which has been checked; throws DeviceError

  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override;
  void transform(std::span<const float> in, std::span<std::complex<float>> out) override;
  void transform(std::span<const std::complex<float>> in, std::span<float> out) override;
  void transform(std::span<const float> in, std::span<float> out) override;

 private:
  template <typename In, typename Out>
  void run(std::span<const In> in, std::span<Out> out);

  FftRequest request_;
  std::unique_ptr<DeviceFft> fft_;
  std::size_t points_in_, points_out_;  // of a batch, each of the kind's own type
  PinnedMemory<std::byte> staged_in_, staged_out_;
  DeviceMemory<std::byte> in_, out_;
  OwnStream stream_;
};

}  // namespace gpufft::cuda
