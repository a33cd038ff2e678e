// SPDX-License-Identifier: MIT
#include "gpufft/cpu/backend.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "gpufft/cpu/device.h"
#include "gpufft/cpu/fft.h"
#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/points_fft.h"
#include "gpufft/cpu/spectrum.h"
#include "gpufft/cpu/target.h"

namespace gpufft::cpu {
namespace {

void check_length(const std::string& thing, std::size_t length) {
  if (length >= 1 && length <= kLongest) return;
  throw PlanError(thing + " of " + std::to_string(length) + " points: the cpu backend takes 1 to " +
                  std::to_string(kLongest));
}

void check_batch(const FftRequest& request) {
  if (request.batch == 0) throw PlanError("a batch of 0 transforms: at least 1 is needed");
  const std::size_t stride = std::max(request.in.stride, request.out.stride);
  const std::size_t span = std::max({request.length, request.in.distance, request.out.distance});
  if (request.batch > SIZE_MAX / sizeof(std::complex<float>) / span / stride / request.rows) {
    throw PlanError("a batch of " + std::to_string(request.batch) + " transforms of " + std::to_string(request.length) +
                    " points: more than memory has addresses");
  }
}

void check_layout(const FftRequest& request) {
  const auto plain = [](const FftLayout& layout) { return layout.stride == 1 && layout.distance == 0; };
  if (request.in.stride == 0 || request.out.stride == 0) throw PlanError("a stride of 0 points: at least 1 is needed");
  if (plain(request.in) && plain(request.out)) return;
  if (request.kind != FftKind::Complex || request.rows > 1) {
    throw PlanError("strides and distances are for complex transforms in one dimension; points lie side by side else");
  }
}

void check_rows(const FftRequest& request) {
  if (request.rows == 0) throw PlanError("0 rows: 1 is for one dimension");
  if (request.rows == 1) return;
  if (request.kind != FftKind::Complex) throw PlanError("two dimensions are for complex transforms");
  check_length("a column", request.rows);
}

void check_threads(const FftRequest& request) {
  constexpr unsigned kMostThreads = 256;
  if (request.threads >= 1 && request.threads <= kMostThreads) return;
  throw PlanError(std::to_string(request.threads) + " threads: 1 to " + std::to_string(kMostThreads) +
                  " can share a plan");
}

void check_hop(const SpectrumRequest& request) {
  if (request.hop == 0) throw PlanError("a hop of 0 samples: frames must advance by at least 1");
  if (request.hop > SIZE_MAX / bytes_per_sample(request.format)) {
    throw PlanError("a hop of " + std::to_string(request.hop) + " samples: more than memory has addresses");
  }
}

void check_window(const Window& window) {
  if (window.shape != Window::Shape::Kaiser) return;
  if (window.beta >= 0 && window.beta <= kLargestKaiserBeta) return;  // NaN is neither
  throw PlanError("a Kaiser window with beta " + std::to_string(window.beta) + ": beta is a number from 0 to " +
                  std::to_string(static_cast<int>(kLargestKaiserBeta)));
}

}  // namespace

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

// All vector units: the widest is not the fastest on every processor. Only one where the environment names it.
std::vector<std::string> CpuBackend::auto_devices() const {
  const char* const forced = std::getenv("GPUFFT_CPU_TARGET");
  if (target_ != nullptr || (forced != nullptr && *forced != '\0')) return {""};
  std::vector<std::string> names;
  for (const Target& each : targets()) names.emplace_back(each.name);
  return names;
}

const Target& CpuBackend::target() const { return target_ == nullptr ? chosen_target() : *target_; }

// The processor is there; what may be missing is what the environment asks of it.
std::optional<std::string> CpuBackend::why_unavailable() const {
  try {
    target();
  } catch (const PlanError& error) {
    return error.what();
  }
  return std::nullopt;
}

std::unique_ptr<Fft> CpuBackend::plan_fft(const FftRequest& request) const {
  check_length("a transform", request.length);
  check_rows(request);
  check_layout(request);
  check_threads(request);
  check_batch(request);
  return cpu::plan_fft(target(), request);
}

std::unique_ptr<Spectrum> CpuBackend::plan_spectrum(const SpectrumRequest& request) const {
  check_length("a spectrum", request.bins);
  check_hop(request);
  check_window(request.window);
  return std::make_unique<CpuSpectrum>(target(), request);
}

// Of many random points; twice that for Bluestein's three transforms. A handful of points may always be unlucky in its
// last rounding, hence the least.
double CpuBackend::error_bound(std::size_t length) const {
  const double bound = 0.5 * 0x1p-24 * std::max(2.0, std::log2(static_cast<double>(length)));
  return length == 1 || Plan::takes(length) ? bound : 2 * bound;
}

}  // namespace gpufft::cpu
