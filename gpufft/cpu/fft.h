// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "gpufft/cpu/planar_fft.h"
#include "gpufft/fft.h"

namespace gpufft::cpu {

class CpuFft final : public Fft {
 public:
  explicit CpuFft(const FftRequest& request);  // which has been checked

  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override;

 private:
  FftRequest request_;
  std::unique_ptr<PlanarFft<float>> fft_;
};

}  // namespace gpufft::cpu
