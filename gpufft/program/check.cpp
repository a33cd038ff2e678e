// SPDX-License-Identifier: MIT
#include "gpufft/program/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

#include "gpufft/cpu/backend.h"
#include "gpufft/cpu/target.h"

namespace gpufft::program {
namespace {

struct LengthClass {
  const char* name;
  std::vector<std::size_t> lengths;
};

const std::array<LengthClass, 5> kClasses{{{"power of two", {16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576}},
                                           {"divided by 4, 3, 5 and 7", {60, 120, 1000, 1536, 3000, 5040, 40000}},
                                           {"divided by 3, 5 and 7", {105, 1155, 6561, 65625}},
                                           {"small prime", {11, 13, 97, 251}},
                                           {"large prime", {10007, 65521, 100003}}}};

// By the definition, at some bins: all of them would take minutes.
constexpr std::size_t kBins = 48;

std::complex<double> bin_in_double(const std::vector<std::complex<float>>& x, std::size_t bin,
                                   const std::vector<std::complex<double>>& circle) {
  double re = 0, im = 0;
  for (std::size_t n = 0, turn = 0; n < x.size(); ++n, turn = (turn + bin) % x.size()) {
    const std::complex<double> point(x[n]), factor = circle[turn];
    re += point.real() * factor.real() - point.imag() * factor.imag();
    im += point.real() * factor.imag() + point.imag() * factor.real();
  }
  return {re, im};
}

double relative_error(const Backend& backend, std::size_t length) {
  std::mt19937 generator(static_cast<unsigned>(length));
  std::uniform_real_distribution<float> level(-1, 1);
  std::vector<std::complex<float>> x(length), out(length);
  for (auto& point : x) {
    const float re = level(generator), im = level(generator);
    point = {re, im};
  }
  std::vector<std::complex<double>> circle(length);
  for (std::size_t n = 0; n < length; ++n) {
    circle[n] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(length));
  }
  backend.plan_fft({.length = length})->transform(x, out);
  double error = 0, energy = 0;
  for (std::size_t i = 0; i < std::min(kBins, length); ++i) {
    const std::size_t bin = length <= kBins ? i : generator() % length;
    const auto truth = bin_in_double(x, bin, circle);
    error += std::norm(std::complex<double>(out[bin]) - truth);
    energy += std::norm(truth);
  }
  return std::sqrt(error / energy);
}

void check_backend(const Backend& backend, std::string_view target,
                   const std::function<void(const CheckResult&)>& report) {
  for (const auto& [name, lengths] : kClasses) {
    for (const std::size_t length : lengths) {
      report({std::string(backend.name()), std::string(target), "c2c", name, length, relative_error(backend, length),
              backend.error_bound(length)});
    }
  }
}

}  // namespace

void run_checks(const std::string& backend, const std::function<void(const CheckResult&)>& report) {
  if (backend != "cpu") return check_backend(*choose_backend(backend).backend, "", report);
  for (const auto& target : cpu::targets()) check_backend(cpu::CpuBackend(target), target.name, report);
}

}  // namespace gpufft::program
