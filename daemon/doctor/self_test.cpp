// SPDX-License-Identifier: MIT
#include "daemon/doctor/self_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>
#include <vector>

#include "daemon/doctor/child.h"
#include "gpufft/backend.h"

namespace spectrumd {
namespace {

constexpr std::size_t kLength = 1024;
constexpr int kRuns = 20;  // the fastest counts

using Points = std::vector<std::complex<float>>;

Points random_points() {
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> value(-1, 1);
  Points points(kLength);
  for (auto& point : points) point = {value(generator), value(generator)};
  return points;
}

std::complex<double> true_bin(const Points& points, std::size_t k) {
  std::complex<double> sum = 0;
  for (std::size_t n = 0; n < kLength; ++n)
    sum += std::complex<double>(points[n]) *
           std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k * n % kLength) / kLength);
  return sum;
}

double relative_error(const Points& points, const Points& bins) {
  double error = 0, truth = 0;
  for (std::size_t k = 0; k < kLength; ++k) {
    const auto expected = true_bin(points, k);
    error += std::norm(std::complex<double>(bins[k]) - expected);
    truth += std::norm(expected);
  }
  return std::sqrt(error / truth);
}

double decibels(double relative_error) { return -20 * std::log10(relative_error); }

Json run(const std::string& name) {
  const gpufft::Backend& backend = gpufft::backend_named(name);
  if (const auto reason = backend.why_unavailable()) return {{"unavailable", *reason}};
  const auto plan = backend.plan_fft({.length = kLength});
  const Points points = random_points();
  Points bins(kLength);
  std::chrono::duration<double, std::micro> fastest = std::chrono::hours(1);
  for (int n = 0; n < kRuns; ++n) {
    const auto start = std::chrono::steady_clock::now();
    plan->transform(points, bins);
    fastest = std::min<std::chrono::duration<double, std::micro>>(fastest, std::chrono::steady_clock::now() - start);
  }
  const double error = relative_error(points, bins), bound = backend.error_bound(kLength);
  return {{"snr_db", decibels(error)},
          {"promised_db", decibels(bound)},
          {"microseconds", fastest.count()},
          {"good", error <= bound}};
}

}  // namespace

std::string to_string(const SelfTest& test) {
  if (!test.unavailable.empty()) return test.backend + ": " + test.unavailable;
  return fmt::format("{}: {} points in {:.1f} us, errors {:.0f} dB below the signal{}", test.backend, kLength,
                     test.microseconds, test.snr_db,
                     test.good ? "" : fmt::format(", expected {:.0f} dB", test.promised_db));
}

SelfTest self_test(const std::string& backend, std::chrono::milliseconds limit) {
  const Json result = in_child([&] { return run(backend); }, limit);
  return {.backend = backend,
          .unavailable = result.value("unavailable", ""),
          .snr_db = result.value("snr_db", 0.0),
          .promised_db = result.value("promised_db", 0.0),
          .microseconds = result.value("microseconds", 0.0),
          .good = result.value("good", false)};
}

}  // namespace spectrumd
