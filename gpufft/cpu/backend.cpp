// SPDX-License-Identifier: MIT
#include "gpufft/cpu/backend.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>

#include "gpufft/cpu/device.h"
#include "gpufft/cpu/fft.h"
#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/points_fft.h"
#include "gpufft/cpu/spectrum.h"
#include "gpufft/cpu/target.h"
#include "gpufft/requests.h"

namespace gpufft::cpu {

std::vector<std::string> CpuBackend::devices() const {
  if (why_unavailable()) return {};
  std::ifstream cpuinfo("/proc/cpuinfo");
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return {processor_name(cpuinfo) + ", " + std::to_string(cores) + (cores == 1 ? " core, " : " cores, ") +
          std::string(target().description)};
}

const Backend& CpuBackend::on(std::string_view target) const {
  static const std::vector<CpuBackend> on_each(targets().begin(), targets().end());
  const auto index = static_cast<std::size_t>(&target_named(target) - targets().data());
  return on_each[index];
}

// All vector units, as the widest is not the fastest on every processor; just the one that the environment names, if it
// does.
std::vector<std::string> CpuBackend::auto_devices() const {
  const char* const forced = std::getenv("GPUFFT_CPU_TARGET");
  if (target_ != nullptr || (forced != nullptr && *forced != '\0')) return {""};
  std::vector<std::string> names;
  for (const Target& each : targets()) names.emplace_back(each.name);
  return names;
}

const Target& CpuBackend::target() const { return target_ == nullptr ? chosen_target() : *target_; }

// The processor is always there, but the environment may name a vector unit that is not.
std::optional<std::string> CpuBackend::why_unavailable() const {
  try {
    target();
  } catch (const PlanError& error) {
    return error.what();
  }
  return std::nullopt;
}

std::unique_ptr<Fft> CpuBackend::plan_fft(const FftRequest& request) const {
  check_request(request, name(), kLongest);
  return cpu::plan_fft(target(), request);
}

std::unique_ptr<Spectrum> CpuBackend::plan_spectrum(const SpectrumRequest& request) const {
  check_spectrum(request);
  return std::make_unique<CpuSpectrum>(target(), request);
}

void CpuBackend::check_spectrum(const SpectrumRequest& request) const { check_request(request, name(), kLongest); }

// Bound for many random points; twice that for Bluestein's three transforms. With a handful of points the last rounding
// may always be unlucky, hence the minimum.
double CpuBackend::error_bound(std::size_t length) const {
  const double bound = 0.5 * 0x1p-24 * std::max(2.0, std::log2(static_cast<double>(length)));
  return length == 1 || Plan::supports(length) ? bound : 2 * bound;
}

}  // namespace gpufft::cpu
