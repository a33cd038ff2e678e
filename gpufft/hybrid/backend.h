// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "gpufft/backend.h"

namespace gpufft::hybrid {

// The processor and an accelerator together. "hybrid" uses the first other backend that is available, "hybrid:opencl:1"
// that one; a suffix ",cpu=50" limits the processor to half of the time.
class HybridBackend final : public Backend {
 public:
  HybridBackend() = default;
  ~HybridBackend() override = default;

  std::string_view name() const override { return "hybrid"; }
  std::string_view description() const override { return "the processor and an accelerator, by their measured speeds"; }
  BackendTraits traits() const override { return {.composed = true}; }
  std::optional<std::string> why_unavailable() const override;
  std::vector<std::string> devices() const override;
  const Backend& on(std::string_view device) const override;
  bool only_by_name() const override { return true; }

  std::unique_ptr<Fft> plan_fft(const FftRequest& request) const override;
  std::unique_ptr<Spectrum> plan_spectrum(const SpectrumRequest& request) const override;
  void check_spectrum(const SpectrumRequest& request) const override;

  double error_bound(std::size_t length) const override;
  std::unique_ptr<HostBuffer> host_buffer(std::size_t bytes) const override;

 private:
  HybridBackend(std::string accelerator, double processor_cap);
  const Backend& accelerator() const;  // throws PlanError

  std::string accelerator_;  // empty: the first available
  double processor_cap_ = 1;
  mutable std::mutex mutex_;  // guards what follows
  mutable std::map<std::string, std::unique_ptr<HybridBackend>, std::less<>> others_;
};

}  // namespace gpufft::hybrid
