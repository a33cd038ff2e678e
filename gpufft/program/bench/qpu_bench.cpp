// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/qpu_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "gpufft/backend.h"
#include "gpufft/program/progress.h"
#include "gpufft/qpu/points.h"
#include "gpufft/qpu/programs.h"
#include "gpufft/qpu/requests.h"
#include "gpufft/tables/double_fft.h"
#include "qpu/kernels/published_times.h"

namespace gpufft::program {
namespace {

using qpu::Microseconds;

constexpr std::size_t kBatch = 10;
constexpr std::size_t kLongestInBatches = 1 << 15;  // as in the publication
constexpr int kRuns = 3;                            // the fastest counts
constexpr Microseconds kBusyLimit{2000};            // longer ones go through the mailbox, so that the wait is not busy

std::optional<double> known(double figure) { return figure > 0 ? std::optional(figure) : std::nullopt; }

// The two cosines of a real signal, a different pair for each transform.
std::vector<std::complex<float>> two_cosines(std::size_t length, std::size_t batch) {
  std::vector<std::complex<float>> points(length * batch);
  for (std::size_t index = 0; index < points.size(); ++index) {
    const double turn = 2 * std::numbers::pi * static_cast<double>(index % length) / static_cast<double>(length);
    const double low = 1 + static_cast<double>(index / length), high = static_cast<double>(length) / 2 - low;
    points[index] = static_cast<float>(0.5 * std::cos(low * turn) + 0.5 * std::cos(high * turn));
  }
  return points;
}

double error_ppm(std::size_t length, std::span<const std::complex<float>> in,
                 std::span<const std::complex<float>> out) {
  double error = 0, energy = 0;
  for (std::size_t start = 0; start < in.size(); start += length) {
    const auto one = in.subspan(start, length);
    const auto truth = transform_in_double(std::vector<std::complex<double>>(one.begin(), one.end()));
    for (std::size_t k = 0; k < length; ++k) {
      error += std::norm(std::complex<double>(out[start + k]) - truth[k]);
      energy += std::norm(truth[k]);
    }
  }
  return 1e6 * std::sqrt(error / energy);
}

// By registers, as in the publication; what takes too long for that pays for a call of the mailbox.
Microseconds launch_time(qpu::QpuDevice& device, qpu::QpuPrograms& programs, std::size_t batch, Microseconds call,
                         std::chrono::seconds timeout) {
  device.set_call_cost(Microseconds::max());  // so that no launch is worth a call
  Microseconds fastest = Microseconds::max();
  for (int run = 0; run < kRuns && (run == 0 || fastest < kBusyLimit); ++run)
    fastest = std::min(fastest, programs.run(batch, timeout));
  device.set_call_cost(call);
  return fastest < kBusyLimit ? fastest : fastest + call;
}

QpuFftResult measure(const std::shared_ptr<qpu::QpuDevice>& device, std::size_t length, std::size_t batch,
                     std::chrono::seconds timeout) {
  const Progress progress(fmt::format("{} transforms of {} points", batch, length));
  const auto in = two_cosines(length, batch);
  qpu::QpuPrograms programs(device, qpu::transform_programs(length, false, std::array{batch}));
  qpu::write_points(in, programs.input());
  const Microseconds time = launch_time(*device, programs, batch, device->call_cost(), timeout);
  std::vector<std::complex<float>> out(in.size());
  qpu::read_points(programs.output(), out);
  const ::qpu::PublishedTimes* const theirs = ::qpu::published_times(length);
  return {.n = length,
          .batch = batch,
          .us = time.count() / static_cast<double>(batch),
          .published_us = theirs ? known(batch == 1 ? theirs->us_single : theirs->us_of_ten) : std::nullopt,
          .ppm = error_ppm(length, in, out),
          .published_ppm = theirs ? known(theirs->ppm) : std::nullopt,
          .device = device->description()};
}

void refuse_helper(const std::string& device) {
  if (!device.starts_with("helper:")) return;
  throw PlanError("the helper reports no times of transforms; use device real, or an emulated one");
}

}  // namespace

void bench_qpu_fft(const std::string& device, const std::vector<std::size_t>& lengths,
                   const std::function<void(const QpuFftResult&)>& report) {
  refuse_helper(device);
  for (const std::size_t length : lengths) qpu::check(FftRequest{.length = length});
  backend_named("qpu:" + device);  // or a refusal that names the devices
  const auto opened = qpu::open_device(device, qpu::options_here(device));
  for (const std::size_t length : lengths) {
    report(measure(opened, length, 1, qpu::patience_with(device)));
    if (length <= kLongestInBatches) report(measure(opened, length, kBatch, qpu::patience_with(device)));
  }
}

void bench_qpu_spectrum(const std::string& device, const std::vector<std::size_t>& lengths,
                        const std::function<void(const QpuSpectrumResult&)>& report) {
  constexpr std::size_t kSamples = 1 << 18;
  constexpr double kRate = 2.4e6;
  refuse_helper(device);
  const Backend& backend = backend_named("qpu:" + device);
  for (const std::size_t length : lengths) {
    const std::size_t frames = std::max<std::size_t>(1, kSamples / length);
    const Progress progress(fmt::format("{} frames of {} bins", frames, length));
    const auto spectrum =
        backend.plan_spectrum({.bins = length, .hop = length, .deadline = qpu::patience_with(device)});
    std::vector<std::byte> iq(2 * frames * length);
    for (std::size_t i = 0; i < iq.size(); ++i) iq[i] = static_cast<std::byte>(i * i >> 3);
    PowerRow row;
    row.clear(length);
    spectrum->accumulate(iq, frames, row);  // the first time its duration is unknown
    const auto before = spectrum->device_use().time;
    spectrum->accumulate(iq, frames, row);
    const double frame = (spectrum->device_use().time - before).count() / static_cast<double>(frames);
    const double rate = static_cast<double>(length) / frame;
    report({length, frames, frame * 1e6, rate * 1e-6, kRate / rate, device});
  }
}

}  // namespace gpufft::program
