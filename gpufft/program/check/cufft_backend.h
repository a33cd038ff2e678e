// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/backend.h"

namespace gpufft::program {

// cuFFT as a backend, to be checked next to ours: single complex transforms of one dimension.
class CufftBackend final : public Backend {
 public:
  std::string_view name() const override { return "cufft"; }
  std::string_view description() const override { return "NVIDIA's library of transforms"; }
  std::optional<std::string> why_unavailable() const override;
  std::vector<std::string> devices() const override { return {}; }

  std::unique_ptr<Fft> plan_fft(const FftRequest& request) const override;
  std::unique_ptr<Spectrum> plan_spectrum(const SpectrumRequest& request) const override;

  double error_bound(std::size_t length) const override;  // it states none, so ours is used
};

}  // namespace gpufft::program
