// SPDX-License-Identifier: MIT
#include "gpufft/cpu/stockham.h"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "gpufft/cpu/butterfly.h"
#include "gpufft/cpu/vectorise.h"

namespace gpufft::cpu {
namespace {

// Fours first: they are the cheapest, and once they are done every stride is a multiple of the vector's width.
std::vector<std::size_t> radices_of(std::size_t length) {
  std::vector<std::size_t> radices;
  for (const std::size_t radix : {4, 2, 3, 5}) {
    for (; length > 1 && length % radix == 0; length /= radix) radices.push_back(radix);
  }
  if (length != 1) radices.clear();
  return radices;
}

template <typename Real>
StockhamPass<Real> make_pass(std::size_t radix, std::size_t groups, std::size_t stride) {
  StockhamPass<Real> pass{radix, groups, stride, {}, {}};
  const double step = -2 * std::numbers::pi / static_cast<double>(radix * groups);
  for (std::size_t leg = 1; leg < radix; ++leg) {
    for (std::size_t group = 0; group < groups; ++group) {
      const double angle = step * static_cast<double>(leg * group);
      pass.w_re.push_back(static_cast<Real>(std::cos(angle)));
      pass.w_im.push_back(static_cast<Real>(std::sin(angle)));
    }
  }
  return pass;
}

// The first pass, where every group has a twiddle factor of its own: the vector runs over the groups.
template <std::size_t Radix, typename Real>
void first_pass(std::size_t groups, const Real* __restrict w_re, const Real* __restrict w_im,
                const Real* __restrict in_re, const Real* __restrict in_im, Real* __restrict out_re,
                Real* __restrict out_im) {
  for (std::size_t group = 0; group < groups; ++group) {
    std::array<Point<Real>, Radix> x;
#pragma GCC unroll 8
    for (std::size_t leg = 0; leg < Radix; ++leg) x[leg] = {in_re[group + leg * groups], in_im[group + leg * groups]};
    butterfly(x);
    out_re[group * Radix] = x[0].re;
    out_im[group * Radix] = x[0].im;
#pragma GCC unroll 8
    for (std::size_t leg = 1; leg < Radix; ++leg) {
      const std::size_t at = (leg - 1) * groups + group;
      const auto y = x[leg] * Point<Real>{w_re[at], w_im[at]};
      out_re[group * Radix + leg] = y.re;
      out_im[group * Radix + leg] = y.im;
    }
  }
}

// One group of a later pass: the vector runs over the `stride` neighbours that share the group's twiddle factors. That
// the two buffers never overlap is said twice, for the compiler forgets `__restrict` when it inlines.
template <std::size_t Radix, typename Real>
inline void later_group(std::size_t stride, std::size_t apart, const std::array<Point<Real>, Radix>& w,
                        const Real* __restrict in_re, const Real* __restrict in_im, Real* __restrict out_re,
                        Real* __restrict out_im) {
  GPUFFT_INDEPENDENT
  for (std::size_t i = 0; i < stride; ++i) {
    std::array<Point<Real>, Radix> x;
#pragma GCC unroll 8
    for (std::size_t leg = 0; leg < Radix; ++leg) x[leg] = {in_re[i + leg * apart], in_im[i + leg * apart]};
    butterfly(x);
    out_re[i] = x[0].re;
    out_im[i] = x[0].im;
#pragma GCC unroll 8
    for (std::size_t leg = 1; leg < Radix; ++leg) {
      const auto y = x[leg] * w[leg];
      out_re[i + leg * stride] = y.re;
      out_im[i + leg * stride] = y.im;
    }
  }
}

template <std::size_t Radix, std::size_t Stride, typename Real>
void later_pass(const StockhamPass<Real>& pass, Planes<Real> in, Planes<Real> out) {
  const std::size_t stride = Stride == 0 ? pass.stride : Stride;  // known to the compiler where it is short
  for (std::size_t group = 0; group < pass.groups; ++group) {
    std::array<Point<Real>, Radix> w{};
    for (std::size_t leg = 1; leg < Radix; ++leg) {
      const std::size_t at = (leg - 1) * pass.groups + group;
      w[leg] = {pass.w_re[at], pass.w_im[at]};
    }
    const std::size_t from = group * stride, to = from * Radix;
    later_group<Radix, Real>(stride, stride * pass.groups, w, in.re + from, in.im + from, out.re + to, out.im + to);
  }
}

template <std::size_t Radix, typename Real>
void run_pass(const StockhamPass<Real>& pass, Planes<Real> in, Planes<Real> out) {
  if (pass.stride == 1) {
    first_pass<Radix, Real>(pass.groups, pass.w_re.data(), pass.w_im.data(), in.re, in.im, out.re, out.im);
  } else if (pass.stride == 4) {
    later_pass<Radix, 4>(pass, in, out);
  } else {
    later_pass<Radix, 0>(pass, in, out);
  }
}

}  // namespace

template <typename Real>
bool Stockham<Real>::takes(std::size_t length) {
  return length == 1 || !radices_of(length).empty();
}

template <typename Real>
Stockham<Real>::Stockham(std::size_t length) : buffer_(length), other_(length) {
  std::size_t stride = 1;
  for (const std::size_t radix : radices_of(length)) {
    passes_.push_back(make_pass<Real>(radix, length / stride / radix, stride));
    stride *= radix;
  }
}

template <typename Real>
Planes<Real> Stockham<Real>::forward() {
  auto in = buffer_.planes(), out = other_.planes();
  for (const auto& pass : passes_) {
    switch (pass.radix) {
      case 2:
        run_pass<2>(pass, in, out);
        break;
      case 3:
        run_pass<3>(pass, in, out);
        break;
      case 4:
        run_pass<4>(pass, in, out);
        break;
      default:
        run_pass<5>(pass, in, out);
        break;
    }
    std::swap(in, out);
  }
  return in;
}

template class Stockham<float>;
template class Stockham<double>;  // for tables that must be better than what they serve

}  // namespace gpufft::cpu
