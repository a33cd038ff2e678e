// SPDX-License-Identifier: MIT
#include "tests/gpufft/double_dft.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace oracle {
namespace {

// exp(-2 pi i n / length) for every n. Most calls follow one of the same length.
const Points& circle(std::size_t length) {
  thread_local Points points;
  if (points.size() == length) return points;
  points.resize(length);
  for (std::size_t n = 0; n < length; ++n) {
    points[n] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(length));
  }
  return points;
}

std::complex<double> product(std::complex<double> a, std::complex<double> b) {  // skips the library's NaN handling
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// The transform of `length` points of x, `step` apart; circle has step * length points.
void halve(const std::complex<double>* x, std::size_t step, std::span<std::complex<double>> out, const Points& circle) {
  if (out.size() == 1) {
    out[0] = *x;
    return;
  }
  const std::size_t half = out.size() / 2;
  const auto even = out.first(half), odd = out.last(half);
  halve(x, 2 * step, even, circle);
  halve(x + step, 2 * step, odd, circle);
  for (std::size_t k = 0; k < half; ++k) {
    const auto turned = product(odd[k], circle[k * step]);
    odd[k] = even[k] - turned;
    even[k] += turned;
  }
}

}  // namespace

Points dft_bins(std::span<const std::complex<double>> x, std::span<const std::size_t> bins) {
  const std::size_t length = x.size();
  const Points& factors = circle(length);
  Points out(bins.size());
  std::vector<std::size_t> at(bins.size()), step(bins.size());
  std::ranges::transform(bins, step.begin(), [length](std::size_t bin) { return bin % length; });
  for (const auto& point : x) {  // all sums at once: the next of one would wait for that before
    for (std::size_t k = 0; k < out.size(); ++k) {
      out[k] += product(point, factors[at[k]]);
      at[k] += step[k];
      if (at[k] >= length) at[k] -= length;
    }
  }
  return out;
}

Points dft(std::span<const std::complex<double>> x) {
  std::vector<std::size_t> all(x.size());
  std::iota(all.begin(), all.end(), 0U);
  return dft_bins(x, all);
}

Points fast_dft(std::span<const std::complex<double>> x) {
  Points out(x.size());
  halve(x.data(), 1, out, circle(x.size()));
  return out;
}

}  // namespace oracle
