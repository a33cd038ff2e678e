// SPDX-License-Identifier: MIT
#include "gpufft/backend.h"

#include <algorithm>
#include <array>
#include <limits>

#include "gpufft/cpu/backend.h"
#ifdef GPUFFT_CUDA
#include "gpufft/cuda/backend.h"
#endif
#include "gpufft/hybrid/backend.h"
#ifdef GPUFFT_OPENCL
#include "gpufft/opencl/backend.h"
#endif
#ifdef GPUFFT_QPU
#include "gpufft/qpu/backend.h"
#endif
#include "gpufft/requests.h"

namespace gpufft {
namespace {

std::string names_of(std::span<const Backend* const> among) {
  std::string names;
  for (const Backend* backend : among) names += (names.empty() ? "" : ", ") + std::string(backend->name());
  return names;
}

template <typename Kind>
const Backend* the_one() {
  static const Kind backend;
  return &backend;
}

class OrdinaryMemory final : public HostBuffer {
 public:
  explicit OrdinaryMemory(std::size_t bytes) : memory_(std::make_unique<std::byte[]>(bytes)), size_(bytes) {}
  std::span<std::byte> bytes() const override { return {memory_.get(), size_}; }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::size_t size_;
};

Choice choose_first_available(std::span<const Backend* const> among) {
  const auto available = [](const Backend* backend) { return !backend->only_by_name() && !backend->why_unavailable(); };
  const auto first = std::ranges::find_if(among, available);
  if (first == among.end()) throw PlanError("no backend is available; this build has: " + names_of(among));
  if (among.size() == 1) return {*first, "the only backend in this build"};
  return {*first, "the first available of: " + names_of(among)};
}

}  // namespace

std::vector<std::string> Backend::auto_devices() const {
  return only_by_name() ? std::vector<std::string>() : std::vector<std::string>{""};
}

std::unique_ptr<HostBuffer> Backend::host_buffer(std::size_t bytes) const {
  return std::make_unique<OrdinaryMemory>(bytes);
}

void Backend::check_spectrum(const SpectrumRequest& request) const {
  check_request(request, name(), std::numeric_limits<std::size_t>::max());
}

const Backend& Backend::on(std::string_view device) const {
  throw PlanError("backend " + std::string(name()) + " has no devices to choose from, so not \"" + std::string(device) +
                  '"');
}

// Best first: "auto" without a measurement picks the first available one.
std::span<const Backend* const> backends() {
  static const auto all = std::to_array<const Backend*>({
#ifdef GPUFFT_CUDA
      the_one<cuda::CudaBackend>(),
#endif
#ifdef GPUFFT_QPU
      the_one<qpu::QpuBackend>(),
#endif
#ifdef GPUFFT_OPENCL
      the_one<opencl::OpenClBackend>(),
#endif
      the_one<hybrid::HybridBackend>(),
      the_one<cpu::CpuBackend>(),
  });
  return all;
}

const Backend& processor_backend() {
  const auto is_processor = [](const Backend* backend) { return backend->traits().processor; };
  return **std::ranges::find_if(backends(), is_processor);
}

const Backend& backend_named(std::string_view name, std::span<const Backend* const> among) {
  const std::size_t colon = name.find(':');
  const auto named = std::ranges::find(among, name.substr(0, colon), &Backend::name);
  if (named == among.end()) {
    throw PlanError('"' + std::string(name) + "\" is not a backend of this build; it has: auto, " + names_of(among));
  }
  return colon == std::string_view::npos ? **named : (*named)->on(name.substr(colon + 1));
}

Choice choose_backend(std::string_view name, std::span<const Backend* const> among) {
  if (name == "auto") return choose_first_available(among);
  const Backend& named = backend_named(name, among);
  if (const auto reason = named.why_unavailable()) {
    throw PlanError("backend " + std::string(name) + " is not available: " + *reason);
  }
  return {&named, "asked for by name"};
}

}  // namespace gpufft
