// SPDX-License-Identifier: MIT
#include "gpufft/program/check/transforms.h"

#include <algorithm>
#include <array>

#include "gpufft/program/check/definition.h"
#include "gpufft/program/check/spectra.h"

namespace gpufft::program {
namespace {

using Points = std::vector<std::complex<float>>;

std::vector<float> random_reals(std::size_t count) {
  std::mt19937 generator(static_cast<unsigned>(count));
  std::uniform_real_distribution<float> level(-1, 1);
  std::vector<float> reals(count);
  for (float& value : reals) value = level(generator);
  return reals;
}

Points random_points(std::size_t count) {
  const auto reals = random_reals(2 * count);
  Points points(count);
  for (std::size_t n = 0; n < count; ++n) points[n] = {reals[2 * n], reals[2 * n + 1]};
  return points;
}

template <typename Values>
DoublePoints in_double(const Values& values) {
  return {values.begin(), values.end()};
}

template <Direction Way>
double complex_error(const Backend& backend, std::size_t length) {
  const auto x = random_points(length);
  Points out(length);
  backend.plan_fft({.length = length, .direction = Way})->transform(x, out);
  const Circle circle(length);
  const auto points = in_double(x);
  RelativeError error;
  for (const std::size_t bin : some_of(length)) {
    const std::size_t turn = Way == Direction::Forward ? bin : length - bin;
    error.add(out[bin], circle.sum(points, [turn](std::size_t n) { return turn * n; }));
  }
  return error.value();
}

double real_to_complex_error(const Backend& backend, std::size_t length) {
  const auto x = random_reals(length);
  Points out(length / 2 + 1);
  backend.plan_fft({.length = length, .kind = FftKind::RealToComplex})->transform(x, out);
  const Circle circle(length);
  const auto points = in_double(x);
  RelativeError error;
  for (const std::size_t bin : some_of(out.size())) {
    error.add(out[bin], circle.sum(points, [bin](std::size_t n) { return bin * n; }));
  }
  return error.value();
}

// The upper bins are mirror images of the lower; the first is real, and so is the middle one if there is one.
double complex_to_real_error(const Backend& backend, std::size_t length) {
  auto half = random_points(length / 2 + 1);
  half.front().imag(0);
  if (length % 2 == 0) half.back().imag(0);
  std::vector<float> out(length);
  backend.plan_fft({.length = length, .kind = FftKind::ComplexToReal})->transform(half, out);
  DoublePoints bins(length);
  for (std::size_t k = 0; k < length; ++k) {
    bins[k] = k < half.size() ? std::complex<double>(half[k]) : std::conj(std::complex<double>(half[length - k]));
  }
  const Circle circle(length);
  RelativeError error;
  for (const std::size_t n : some_of(length)) {
    error.add(out[n], circle.sum(bins, [turn = length - n](std::size_t k) { return turn * k; }).real());
  }
  return error.value();
}

double cosine_error(const Backend& backend, std::size_t length) {
  const auto x = random_reals(length);
  std::vector<float> out(length);
  backend.plan_fft({.length = length, .kind = FftKind::DctII})->transform(x, out);
  const Circle circle(4 * length);
  const auto points = in_double(x);
  RelativeError error;
  for (const std::size_t k : some_of(length)) {
    error.add(out[k], circle.sum(points, [k](std::size_t n) { return k * (2 * n + 1); }).real());
  }
  return error.value();
}

double cosine_back_error(const Backend& backend, std::size_t length) {
  const auto x = random_reals(length);
  std::vector<float> out(length);
  backend.plan_fft({.length = length, .kind = FftKind::DctIII})->transform(x, out);
  const Circle circle(4 * length);
  auto bins = in_double(x);
  bins.front() /= 2;
  RelativeError error;
  for (const std::size_t n : some_of(length)) {
    error.add(out[n], circle.sum(bins, [n](std::size_t k) { return k * (2 * n + 1); }).real());
  }
  return error.value();
}

// As many points in all, in rows of different length: the longest that divides it and does not exceed the number of
// rows.
double two_dimensional_error(const Backend& backend, std::size_t points) {
  auto length = static_cast<std::size_t>(std::sqrt(static_cast<double>(points)));
  while (points % length != 0) --length;
  const std::size_t rows = points / length;
  const auto x = random_points(points);
  Points out(points);
  backend.plan_fft({.length = length, .rows = rows})->transform(x, out);
  const Circle circle(points);
  const auto grid = in_double(x);
  RelativeError error;
  for (const std::size_t bin : some_of(points)) {
    const std::size_t down = bin / length * length, along = bin % length * rows;
    error.add(out[bin], circle.sum(grid, [=](std::size_t n) { return n / length * down + n % length * along; }));
  }
  return error.value();
}

// The relative error of a power is twice that of its amplitude.
constexpr std::array<CheckedKind, 11> kKinds{{{"c2c", complex_error<Direction::Forward>, 1},
                                              {"c2c inverse", complex_error<Direction::Inverse>, 1},
                                              {"r2c", real_to_complex_error, 1},
                                              {"c2r", complex_to_real_error, 1},
                                              {"DCT-II", cosine_error, 1},
                                              {"DCT-III", cosine_back_error, 1},
                                              {"2-D", two_dimensional_error, 1},
                                              {"spectrum cu8", spectrum_error<SampleFormat::Cu8>, 2},
                                              {"spectrum cs8", spectrum_error<SampleFormat::Cs8>, 2},
                                              {"spectrum cs16", spectrum_error<SampleFormat::Cs16>, 2},
                                              {"spectrum cf32", spectrum_error<SampleFormat::Cf32>, 2}}};

}  // namespace

std::span<const CheckedKind> checked_kinds() { return kKinds; }

}  // namespace gpufft::program
