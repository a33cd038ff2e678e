// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/backend.h"

namespace gpufft::fake {

// Exactly the files that "Adding a backend" lists. The processor does its computing.
class FakeBackend final : public Backend {
 public:
  std::string_view name() const override { return "fake"; }
  std::string_view description() const override { return "the processor under another name"; }
  std::optional<std::string> why_unavailable() const override { return std::nullopt; }
  std::vector<std::string> devices() const override { return {"the only one"}; }
  const Backend& on(std::string_view device) const override;

  std::unique_ptr<Fft> plan_fft(const FftRequest& request) const override;
  std::unique_ptr<Spectrum> plan_spectrum(const SpectrumRequest& request) const override;

  double error_bound(std::size_t length) const override;
};

}  // namespace gpufft::fake
