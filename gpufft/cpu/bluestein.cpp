// SPDX-License-Identifier: MIT
#include "gpufft/cpu/bluestein.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "gpufft/cpu/butterfly.h"
#include "gpufft/cpu/vectorise.h"

namespace gpufft::cpu {
namespace {

// The phase repeats every 2 * length, so n^2 is reduced by that as an integer: exact, where a large angle would not be.
Point<double> chirp_at(std::uint64_t n, std::uint64_t length) {
  const double angle = std::numbers::pi * static_cast<double>(n * n % (2 * length)) / static_cast<double>(length);
  return {std::cos(angle), -std::sin(angle)};
}

void store(Planes<float> planes, std::size_t at, Point<double> value) {
  planes.re[at] = static_cast<float>(value.re);
  planes.im[at] = static_cast<float>(value.im);
}

// `out` may be `a` or `b`, also with its parts exchanged.
void multiply(Planes<float> a, Planes<float> b, std::size_t points, Planes<float> out) {
  GPUFFT_INDEPENDENT
  for (std::size_t i = 0; i < points; ++i) {
    const auto product = Point<float>{a.re[i], a.im[i]} * Point<float>{b.re[i], b.im[i]};
    out.re[i] = product.re;
    out.im[i] = product.im;
  }
}

// In double, and scaled for the inverse transform that follows it.
void make_response(std::size_t length, std::size_t padded, Planes<float> response) {
  Stockham<double> transform(padded);
  const auto in = transform.input();
  const double scale = 1 / static_cast<double>(padded);
  for (std::size_t n = 0; n < length; ++n) {
    const auto chirp = chirp_at(n, length);
    for (const std::size_t at : {n, (padded - n) % padded}) {
      in.re[at] = scale * chirp.re;
      in.im[at] = -scale * chirp.im;
    }
  }
  const auto out = transform.forward();
  for (std::size_t k = 0; k < padded; ++k) store(response, k, {out.re[k], out.im[k]});
}

}  // namespace

Bluestein::Bluestein(std::size_t length)
    : length_(length),
      padded_(std::bit_ceil(2 * length - 1)),
      convolver_(padded_),
      chirp_(length),
      response_(padded_),
      points_(length) {
  for (std::size_t n = 0; n < length; ++n) store(chirp_.planes(), n, chirp_at(n, length));
  make_response(length, padded_, response_.planes());
}

Planes<float> Bluestein::forward() {
  const auto points = points_.planes(), chirp = chirp_.planes(), work = convolver_.input();
  multiply(points, chirp, length_, work);
  std::fill(work.re + length_, work.re + padded_, 0.0F);
  std::fill(work.im + length_, work.im + padded_, 0.0F);
  multiply(convolver_.forward(), response_.planes(), padded_, work.swapped());
  multiply(convolver_.forward().swapped(), chirp, length_, points);
  return points;
}

}  // namespace gpufft::cpu
