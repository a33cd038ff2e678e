// SPDX-License-Identifier: MIT
// What real_fft.cpp does before and after transforms of half as many points. Bins k and length - k are done together,
// in vectors that run towards each other. Included once per target.
#if defined(GPUFFT_CPU_LANES_REAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_REAL_INL_H_
#undef GPUFFT_CPU_LANES_REAL_INL_H_
#else
#define GPUFFT_CPU_LANES_REAL_INL_H_
#endif

#include "gpufft/cpu/kernels.h"
#include "gpufft/cpu/lanes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

template <class D>
HWY_INLINE Real<D> backwards([[maybe_unused]] D d, Real<D> x) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kLanesOf < D >> 1) return hn::Reverse(d, x);
#endif
  return x;
}
template <class D>
HWY_INLINE Complex<D> backwards(D d, Complex<D> x) {
  return {backwards(d, x.re), backwards(d, x.im)};
}

template <class D>
HWY_INLINE Complex<D> conjugate(Complex<D> x) {
  return {x.re, hn::Neg(x.im)};
}

// Points that were transformed in pairs, to bins 0 to half; with turns exp(-pi i k / half).
template <std::size_t Lanes>
void split_pairs(const float* pairs, const float* turns, std::size_t half, float* bins) {
  const float re = pairs[0], im = pairs[1];
  bins[0] = re + im;
  bins[1] = 0;
  bins[2 * half] = re - im;
  bins[2 * half + 1] = 0;
  in_vectors<Lanes>(1, half / 2 + 1, [&](auto d, std::size_t k) HWY_ATTR {
    using D = decltype(d);
    const std::size_t mirrored = half - k - (kLanesOf<D> - 1);
    const Complex<D> low = load_interleaved(d, pairs + 2 * k);
    const Complex<D> high = conjugate(backwards(d, load_interleaved(d, pairs + 2 * mirrored)));
    const Complex<D> sum = low + high, turned = load_interleaved(d, turns + 2 * k) * (low - high);
    const auto by_half = hn::Set(d, 0.5F);
    const Complex<D> bin{hn::Mul(by_half, hn::Add(sum.re, turned.im)), hn::Mul(by_half, hn::Sub(sum.im, turned.re))};
    const Complex<D> mirror{hn::Mul(by_half, hn::Sub(sum.re, turned.im)), hn::Mul(by_half, hn::Add(sum.im, turned.re))};
    store_interleaved(d, bin, bins + 2 * k);
    store_interleaved(d, backwards(d, conjugate(mirror)), bins + 2 * mirrored);
  });
}

// The way back, twice as large. Imaginary parts of the first and the last bin are ignored.
template <std::size_t Lanes>
void unite_pairs(const float* bins, const float* turns, std::size_t half, float* pairs) {
  const float first = bins[0], last = bins[2 * half];
  pairs[0] = first + last;
  pairs[1] = first - last;
  in_vectors<Lanes>(1, half / 2 + 1, [&](auto d, std::size_t k) HWY_ATTR {
    using D = decltype(d);
    const std::size_t mirrored = half - k - (kLanesOf<D> - 1);
    const Complex<D> low = load_interleaved(d, bins + 2 * k);
    const Complex<D> high = conjugate(backwards(d, load_interleaved(d, bins + 2 * mirrored)));
    const Complex<D> sum = low + high, turned = conjugate(load_interleaved(d, turns + 2 * k)) * (low - high);
    const Complex<D> pair{hn::Sub(sum.re, turned.im), hn::Add(sum.im, turned.re)};
    const Complex<D> mirror{hn::Add(sum.re, turned.im), hn::Sub(sum.im, turned.re)};
    store_interleaved(d, pair, pairs + 2 * k);
    store_interleaved(d, backwards(d, conjugate(mirror)), pairs + 2 * mirrored);
  });
}

// Even points forward, then odd ones backward; and back.
template <std::size_t Lanes>
void fold_order(const float* in, std::size_t length, float* out) {
  in_vectors<Lanes>(0, length / 2, [&](auto d, std::size_t n) HWY_ATTR {
    const auto both = load_interleaved(d, in + 2 * n);
    hn::StoreU(both.re, d, out + n);
    hn::StoreU(backwards(d, both.im), d, out + length - n - kLanesOf<decltype(d)>);
  });
  if (length % 2 == 1) out[length / 2] = in[length - 1];
}
template <std::size_t Lanes>
void unfold_order(const float* in, std::size_t length, float* out) {
  in_vectors<Lanes>(0, length / 2, [&](auto d, std::size_t n) HWY_ATTR {
    using D = decltype(d);
    const Complex<D> both{hn::LoadU(d, in + n), backwards(d, hn::LoadU(d, in + length - n - kLanesOf<D>))};
    store_interleaved(d, both, out + 2 * n);
  });
  if (length % 2 == 1) out[length - 1] = in[length / 2];
}

// Bins to cosines, with turns exp(-pi i k / (2 length)): the real part is cosine k, the imaginary one that of its
// mirror image, negative. And back.
template <std::size_t Lanes>
void bins_to_cosines(const float* bins, const float* turns, std::size_t length, float* out) {
  out[0] = bins[0];
  in_vectors<Lanes>(1, (length + 1) / 2, [&](auto d, std::size_t k) HWY_ATTR {
    using D = decltype(d);
    const Complex<D> turned = load_interleaved(d, turns + 2 * k) * load_interleaved(d, bins + 2 * k);
    hn::StoreU(turned.re, d, out + k);
    hn::StoreU(backwards(d, hn::Neg(turned.im)), d, out + length - k - (kLanesOf<D> - 1));
  });
  if (length % 2 == 0) {
    const std::size_t k = length / 2;
    out[k] = turns[2 * k] * bins[2 * k] - turns[2 * k + 1] * bins[2 * k + 1];
  }
}
template <std::size_t Lanes>
void cosines_to_bins(const float* in, const float* turns, std::size_t length, float* bins) {
  bins[0] = 0.5F * in[0];
  bins[1] = 0;
  in_vectors<Lanes>(1, length / 2 + 1, [&](auto d, std::size_t k) HWY_ATTR {
    using D = decltype(d);
    const auto mirrored = backwards(d, hn::LoadU(d, in + length - k - (kLanesOf<D> - 1)));
    const auto by_half = hn::Set(d, 0.5F);
    const Complex<D> cosines{hn::Mul(by_half, hn::LoadU(d, in + k)), hn::Neg(hn::Mul(by_half, mirrored))};
    store_interleaved(d, conjugate(load_interleaved(d, turns + 2 * k)) * cosines, bins + 2 * k);
  });
}

template <std::size_t Lanes>
constexpr Kernels::Real kRealKernels{split_pairs<Lanes>,  unite_pairs<Lanes>,     fold_order<Lanes>,
                                     unfold_order<Lanes>, bins_to_cosines<Lanes>, cosines_to_bins<Lanes>};

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
