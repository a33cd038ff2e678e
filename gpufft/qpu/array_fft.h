// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/fft.h"
#include "gpufft/qpu/programs.h"

namespace gpufft::qpu {

// Complex transforms of two dimensions: one program for rows and one for columns, without a transpose.
class QpuArrayFft final : public Fft {
 public:
  QpuArrayFft(std::shared_ptr<QpuDevice> device, const FftRequest& request);  // checked; throws DeviceError

  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override;

 private:
  std::size_t points_, batch_;
  QpuPrograms programs_;
};

}  // namespace gpufft::qpu
