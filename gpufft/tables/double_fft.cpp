// SPDX-License-Identifier: MIT
#include "gpufft/tables/double_fft.h"

#include <cmath>
#include <cstddef>
#include <numbers>

#include "gpufft/tables/product.h"

namespace gpufft {
namespace {

using Points = std::vector<std::complex<double>>;

std::size_t smallest_factor(std::size_t length) {
  for (std::size_t factor = 2; factor * factor <= length; ++factor) {
    if (length % factor == 0) return factor;
  }
  return length;
}

// Transforms out.size() points of x, `step` apart; circle has step * out.size() points.
void divide(const std::complex<double>* x, std::size_t step, std::span<std::complex<double>> out,
            const Points& circle) {
  if (out.size() == 1) {
    out[0] = *x;
    return;
  }
  const std::size_t legs = smallest_factor(out.size()), part = out.size() / legs;
  for (std::size_t leg = 0; leg < legs; ++leg) {
    divide(x + leg * step, step * legs, out.subspan(leg * part, part), circle);
  }
  Points points(legs);
  for (std::size_t k = 0; k < part; ++k) {
    for (std::size_t leg = 0; leg < legs; ++leg) points[leg] = product(out[leg * part + k], circle[leg * k * step]);
    for (std::size_t bin = 0; bin < legs; ++bin) {
      std::complex<double> sum;
      for (std::size_t leg = 0; leg < legs; ++leg) {
        sum += product(points[leg], circle[leg * bin * part * step % circle.size()]);
      }
      out[bin * part + k] = sum;
    }
  }
}

}  // namespace

std::vector<std::complex<double>> transform_in_double(std::span<const std::complex<double>> x) {
  Points circle(x.size()), out(x.size());
  for (std::size_t n = 0; n < x.size(); ++n) {
    circle[n] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(x.size()));
  }
  divide(x.data(), 1, out, circle);
  return out;
}

}  // namespace gpufft
