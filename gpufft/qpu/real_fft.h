// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/fft.h"
#include "gpufft/qpu/programs.h"

namespace gpufft::qpu {

// Transforms of real points and back, in pieces that fit the board's memory.
class QpuRealFft final : public Fft {
 public:
  QpuRealFft(std::shared_ptr<QpuDevice> device, const FftRequest& request);  // checked; throws DeviceError

  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override;  // refuses
  void transform(std::span<const float> in, std::span<std::complex<float>> out) override;
  void transform(std::span<const std::complex<float>> in, std::span<float> out) override;
  using Fft::transform;

 private:
  std::size_t bins() const { return length_ / 2 + 1; }

  FftKind kind_;
  std::size_t length_, batch_;
  std::size_t most_;  // at once
  QpuPrograms programs_;
};

}  // namespace gpufft::qpu
