// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/fft.h"
#include "gpufft/qpu/programs.h"

namespace gpufft::qpu {

// Complex transforms in pieces that fit the board's memory.
class QpuFft final : public Fft {
 public:
  QpuFft(std::shared_ptr<QpuDevice> device, const FftRequest& request);  // checked; throws DeviceError

  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override;

 private:
  std::size_t length_, batch_;
  QpuPrograms programs_;
};

}  // namespace gpufft::qpu
