// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/backend.h"

namespace gpufft::cuda {

// An NVIDIA device, the first that the driver lists. The CUDA runtime is linked in, so the program also starts without
// a driver, and reports that. Spectra are planned in this process as long as that is possible; "cuda:process" gives
// each a separate process from the start.
class CudaBackend final : public Backend {
 public:
  std::string_view name() const override { return "cuda"; }
  std::string_view description() const override { return "an NVIDIA device, with our own kernels"; }
  std::optional<std::string> why_unavailable() const override;
  std::vector<std::string> devices() const override;
  const Backend& on(std::string_view device) const override;

  std::unique_ptr<Fft> plan_fft(const FftRequest& request) const override;
  std::unique_ptr<Spectrum> plan_spectrum(const SpectrumRequest& request) const override;
  void check_spectrum(const SpectrumRequest& request) const override;

  double error_bound(std::size_t length) const override;
  std::unique_ptr<HostBuffer> host_buffer(std::size_t bytes) const override;

 private:
  bool in_own_process_ = false;
};

}  // namespace gpufft::cuda
