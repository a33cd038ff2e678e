// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/planar_fft.h"
#include "gpufft/fft.h"

namespace gpufft::cpu {

// Lengths that vectors can be laid over.
class VectorFft final : public Fft {
 public:
  VectorFft(const Target& target, const FftRequest& request);  // which has been checked

  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override;

 private:
  FftRequest request_;
  Plan plan_;
  AlignedFloats work_;
};

// All others.
class PlainFft final : public Fft {
 public:
  explicit PlainFft(const FftRequest& request);  // which has been checked

  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override;

 private:
  FftRequest request_;
  std::unique_ptr<PlanarFft<float>> fft_;
};

std::unique_ptr<Fft> plan_fft(const Target& target, const FftRequest& request);  // which has been checked

}  // namespace gpufft::cpu
