// SPDX-License-Identifier: MIT
#include "gpufft/cuda/backend.h"

#include <algorithm>
#include <cmath>

#include "gpufft/cuda/device.h"
#include "gpufft/cuda/fft.h"
#include "gpufft/cuda/own_process.h"
#include "gpufft/cuda/points_plan.h"
#include "gpufft/cuda/requests.h"
#include "gpufft/cuda/spectrum.h"

namespace gpufft::cuda {

std::optional<std::string> CudaBackend::why_unavailable() const { return why_no_device(); }

std::vector<std::string> CudaBackend::devices() const {
  if (why_unavailable()) return {};
  const DeviceFacts& facts = device_facts();
  return {facts.name + ", " + std::to_string(facts.multiprocessors) + " multiprocessors, " +
          std::to_string(facts.memory_bytes >> 30) + " GiB, compute capability " + std::to_string(facts.major) + "." +
          std::to_string(facts.minor)};
}

const Backend& CudaBackend::on(std::string_view device) const {
  if (device != "process") return Backend::on(device);
  static const CudaBackend in_own_process = [] {
    CudaBackend backend;
    backend.in_own_process_ = true;
    return backend;
  }();
  return in_own_process;
}

std::unique_ptr<Fft> CudaBackend::plan_fft(const FftRequest& request) const {
  check(request);
  return std::make_unique<HostFft>(request);
}

std::unique_ptr<Spectrum> CudaBackend::plan_spectrum(const SpectrumRequest& request) const {
  check(request);
  if (in_own_process_ || why_not_here()) return plan_in_own_process(request);
  return plan_host_spectrum(request);
}

void CudaBackend::check_spectrum(const SpectrumRequest& request) const { check(request); }

// A separate process copies from memory that both share.
std::unique_ptr<HostBuffer> CudaBackend::host_buffer(std::size_t bytes) const {
  if (in_own_process_ || why_not_here()) return Backend::host_buffer(bytes);
  return std::make_unique<HostSamples>(bytes);
}

// Bound for many random points; twice that for Bluestein's two transforms of more than twice the length.
double CudaBackend::error_bound(std::size_t length) const {
  const double bound = 0x1p-24 * std::max(2.0, std::log2(static_cast<double>(length)));
  return is_smooth(length) ? bound : 2 * bound;
}

}  // namespace gpufft::cuda
