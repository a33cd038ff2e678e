// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/backend.h"

namespace gpufft::cpu {

struct Target;

// The processor itself: always available, and the reference for all other backends.
class CpuBackend final : public Backend {
 public:
  CpuBackend() = default;                                          // plans for chosen_target()
  explicit CpuBackend(const Target& target) : target_(&target) {}  // plans for this one, which outlives the backend

  std::string_view name() const override { return "cpu"; }
  std::string_view description() const override { return "the processor's cores, one per plan"; }
  BackendTraits traits() const override { return {.processor = true}; }
  std::optional<std::string> why_unavailable() const override;
  std::vector<std::string> devices() const override;
  const Backend& on(std::string_view target) const override;  // "avx2"
  std::vector<std::string> auto_devices() const override;

  std::unique_ptr<Fft> plan_fft(const FftRequest& request) const override;
  std::unique_ptr<Spectrum> plan_spectrum(const SpectrumRequest& request) const override;
  void check_spectrum(const SpectrumRequest& request) const override;

  double error_bound(std::size_t length) const override;

  const Target& target() const;  // throws PlanError

 private:
  const Target* target_ = nullptr;
};

}  // namespace gpufft::cpu
