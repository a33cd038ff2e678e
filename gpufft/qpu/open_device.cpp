// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <numbers>

#include "gpufft/backend.h"
#include "gpufft/qpu/device.h"
#include "gpufft/qpu/programs.h"

namespace gpufft::qpu {
namespace {

using Point = std::complex<double>;

constexpr std::size_t kLength = 256, kTone = 37;
constexpr double kMostError = 2e-6;  // twice the largest error ever measured with kernels of this length
constexpr int kLaunches = 3;         // the fastest counts
constexpr std::chrono::milliseconds kCheckTimeout{500};

// A tone and an impulse, whose transforms are known without computing them.
Point point_at(std::size_t n) {
  const double turns = static_cast<double>(kTone * n % kLength) / kLength;
  return std::polar(1.0, 2 * std::numbers::pi * turns) + (n == 1 ? 16.0 : 0.0);
}

Point bin_at(std::size_t k) {
  const double turns = static_cast<double>(k) / kLength;
  return std::polar(16.0, -2 * std::numbers::pi * turns) + (k == kTone ? static_cast<double>(kLength) : 0.0);
}

void write_tone(std::span<volatile std::uint32_t> words) {
  for (std::size_t n = 0; n < kLength; ++n) {
    words[2 * n] = std::bit_cast<std::uint32_t>(static_cast<float>(point_at(n).real()));
    words[2 * n + 1] = std::bit_cast<std::uint32_t>(static_cast<float>(point_at(n).imag()));
  }
}

double relative_error(std::span<volatile std::uint32_t> words) {
  double error = 0, truth = 0;
  for (std::size_t k = 0; k < kLength; ++k) {
    const std::uint32_t re = words[2 * k], im = words[2 * k + 1];
    error += std::norm(Point(std::bit_cast<float>(re), std::bit_cast<float>(im)) - bin_at(k));
    truth += std::norm(bin_at(k));
  }
  return std::sqrt(error / truth);
}

// Results of a device that computes nothing, or nonsense, must not be shown.
Microseconds try_out(QpuPrograms& programs) {
  Microseconds fastest = Microseconds::max();
  for (int launch = 0; launch < kLaunches; ++launch) {
    std::ranges::fill(programs.output(), 0);
    fastest = std::min(fastest, programs.run(1, kCheckTimeout));
    const double error = relative_error(programs.output());
    if (!(error <= kMostError))
      throw DeviceError(
          fmt::format("QPUs: wrong results, a transform of {} points is off by {:.2g} of its length "
                      "where {:.2g} is the most; use the CPU, and see whether the board is overclocked",
                      kLength, error, kMostError));
  }
  return fastest;
}

}  // namespace

DeviceOptions options_here(std::string_view name) {
  if (name != "real") return {};
  const char* const user = std::getenv("XDG_RUNTIME_DIR");
  const std::filesystem::path folder = user != nullptr && *user != '\0' ? user : "/run";
  if (access(folder.c_str(), W_OK) != 0) return {};
  return {.handle_log = folder / "gpufft-gpu-handles", .faults = {}};
}

std::shared_ptr<QpuDevice> open_device(std::string_view name, const DeviceOptions& options) {
  auto device = std::make_shared<QpuDevice>(name, options);
  QpuPrograms programs(device, transform_programs(kLength, false, std::array<std::size_t, 1>{1}));
  write_tone(programs.input());
  device->set_call_cost(Microseconds(0));  // so that every launch is worth a call,
  const Microseconds by_mailbox = try_out(programs);
  device->set_call_cost(Microseconds::max());  // and now none
  const Microseconds by_registers = try_out(programs);
  device->set_call_cost(std::max(Microseconds(0), by_mailbox - by_registers));
  return device;
}

}  // namespace gpufft::qpu
