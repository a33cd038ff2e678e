// SPDX-License-Identifier: MIT
#include "gpufft/hybrid/backend.h"

#include <algorithm>
#include <charconv>

#include "gpufft/hybrid/fft.h"
#include "gpufft/hybrid/spectrum.h"

namespace gpufft::hybrid {
namespace {

constexpr std::string_view kCap = ",cpu=";

double cap_of(std::string_view percent) {
  double value = 0;
  const auto [end, error] = std::from_chars(percent.data(), percent.data() + percent.size(), value);
  if (error != std::errc() || end != percent.data() + percent.size())
    throw PlanError("\"" + std::string(percent) + "\" is not a percentage; write, for instance, hybrid:opencl,cpu=50");
  return value / 100;
}

}  // namespace

HybridBackend::HybridBackend(std::string accelerator, double processor_cap)
    : accelerator_(std::move(accelerator)), processor_cap_(processor_cap) {
  static_cast<void>(Balance(processor_cap));  // throws
  if (!accelerator_.empty()) backend_named(accelerator_);
  if (accelerator_.starts_with(name()))
    throw PlanError("hybrid cannot be the accelerator of hybrid; use opencl, cuda or qpu");
}

const Backend& HybridBackend::on(std::string_view device) const {
  const std::scoped_lock lock(mutex_);
  if (const auto known = others_.find(device); known != others_.end()) return *known->second;
  const std::size_t at = device.find(kCap);
  const double cap = at == std::string_view::npos ? 1 : cap_of(device.substr(at + kCap.size()));
  std::unique_ptr<HybridBackend> made(new HybridBackend(std::string(device.substr(0, at)), cap));
  return *(others_[std::string(device)] = std::move(made));
}

const Backend& HybridBackend::accelerator() const {
  if (!accelerator_.empty()) return *choose_backend(accelerator_).backend;
  std::string reasons;
  for (const Backend* const backend : backends()) {
    if (backend->traits().composed || backend->traits().processor) continue;
    const auto reason = backend->why_unavailable();
    if (!reason) return *backend;
    reasons += (reasons.empty() ? "" : "; ") + std::string(backend->name()) + ": " + *reason;
  }
  throw PlanError("no accelerator: " + (reasons.empty() ? "this build has none" : reasons));
}

std::optional<std::string> HybridBackend::why_unavailable() const {
  try {
    accelerator();
  } catch (const PlanError& error) {
    return error.what();
  }
  return std::nullopt;
}

std::vector<std::string> HybridBackend::devices() const {
  if (why_unavailable()) return {};
  std::string line = std::string(processor_backend().name()) + " and " + std::string(accelerator().name());
  if (processor_cap_ < 1) line += ", the processor busy for " + std::to_string(100 * processor_cap_) + " % of the time";
  return {line};
}

std::unique_ptr<Fft> HybridBackend::plan_fft(const FftRequest& request) const {
  return std::make_unique<HybridFft>(processor_backend(), accelerator(), processor_cap_, request);
}

std::unique_ptr<Spectrum> HybridBackend::plan_spectrum(const SpectrumRequest& request) const {
  check_spectrum(request);
  return std::make_unique<HybridSpectrum>(processor_backend(), accelerator(), processor_cap_, request);
}

void HybridBackend::check_spectrum(const SpectrumRequest& request) const {
  processor_backend().check_spectrum(request);
  accelerator().check_spectrum(HybridSpectrum::share_of(request));
}

double HybridBackend::error_bound(std::size_t length) const {
  return std::max(processor_backend().error_bound(length), accelerator().error_bound(length));
}

std::unique_ptr<HostBuffer> HybridBackend::host_buffer(std::size_t bytes) const {
  return accelerator().host_buffer(bytes);
}

}  // namespace gpufft::hybrid
