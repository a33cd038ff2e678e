// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gpufft/fft.h"
#include "gpufft/opencl/stage.h"

namespace gpufft::opencl {

// Transforms of the host's points, as many at a time as the memory of the device takes.
class OpenClFft final : public Fft {
 public:
  OpenClFft(std::shared_ptr<const Device> device, const FftRequest& request);  // checked; throws DeviceError

  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override;
  void transform(std::span<const float> in, std::span<std::complex<float>> out) override;
  void transform(std::span<const std::complex<float>> in, std::span<float> out) override;
  void transform(std::span<const float> in, std::span<float> out) override;

 private:
  void run(std::span<const std::byte> in, std::span<std::byte> out);  // side by side
  void run_spread(std::span<const std::complex<float>> in, std::span<std::complex<float>> out);

  std::shared_ptr<const Device> device_;
  FftRequest request_;
  Stages stages_;
  Queue queue_;
  std::size_t in_bytes_, out_bytes_;  // of an item
  std::size_t at_once_;               // items
  Buffer from_, other_;
  std::vector<std::complex<float>> packed_;  // of points that do not lie side by side
};

}  // namespace gpufft::opencl
