// SPDX-License-Identifier: MIT
// Complex numbers, one per lane of a vector unit, and how to load, store and rearrange them. Included once per target.
#if defined(GPUFFT_CPU_LANES_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_LANES_INL_H_
#undef GPUFFT_CPU_LANES_LANES_INL_H_
#else
#define GPUFFT_CPU_LANES_LANES_INL_H_
#endif

#include <cstddef>

#include "gpufft/cpu/lanes/vectors.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <std::size_t Lanes>
using Tag = hn::CappedTag<float, Lanes>;
template <class D>
using Real = hn::Vec<D>;

template <class D>
constexpr std::size_t kLanesOf = hn::MaxLanes(D());

template <class D>
struct Complex {
  Real<D> re, im;

  HWY_INLINE Complex times_minus_i() const { return {im, hn::Neg(re)}; }
};

template <class D>
HWY_INLINE Complex<D> operator+(Complex<D> a, Complex<D> b) {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
template <class D>
HWY_INLINE Complex<D> operator-(Complex<D> a, Complex<D> b) {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}
template <class D>
HWY_INLINE Complex<D> operator*(Complex<D> a, Complex<D> b) {
  return {hn::NegMulAdd(a.im, b.im, hn::Mul(a.re, b.re)), hn::MulAdd(a.im, b.re, hn::Mul(a.re, b.im))};
}

// a + factor * b and a - factor * b.
template <class D>
HWY_INLINE Complex<D> add_scaled(Complex<D> a, Real<D> factor, Complex<D> b) {
  return {hn::MulAdd(factor, b.re, a.re), hn::MulAdd(factor, b.im, a.im)};
}
template <class D>
HWY_INLINE Complex<D> subtract_scaled(Complex<D> a, Real<D> factor, Complex<D> b) {
  return {hn::NegMulAdd(factor, b.re, a.re), hn::NegMulAdd(factor, b.im, a.im)};
}

template <class D>
HWY_INLINE Real<D> norm(Complex<D> x) {
  return hn::MulAdd(x.re, x.re, hn::Mul(x.im, x.im));
}

// Work memory alternates between a vector of real parts and a vector of imaginary parts.
template <class D>
HWY_INLINE Complex<D> load(D d, const float* from) {
  return {hn::Load(d, from), hn::Load(d, from + kLanesOf<D>)};
}
template <class D>
HWY_INLINE void store(D d, Complex<D> x, float* to) {
  hn::Store(x.re, d, to);
  hn::Store(x.im, d, to + kLanesOf<D>);
}

// Returns the same address, but hides from the compiler how it was computed. ARM loads and stores two vectors at once
// where they lie next to each other under one register; GCC would give each its own register. Two columns share the
// cost of such addresses.
#if HWY_ARCH_ARM_A64
constexpr std::size_t kColumnsTogether = 2;
template <typename Number>
HWY_INLINE Number* settled(Number* address) {
  asm("" : "+r"(address));
  return address;
}
#else
constexpr std::size_t kColumnsTogether = 1;
template <typename Number>
HWY_INLINE Number* settled(Number* address) {
  return address;
}
#endif

// Factors, each the same in all lanes.
template <std::size_t Count, class D>
class Factors {
 public:
  HWY_INLINE Factors(D, const float* from) : from_(from) {}
  HWY_INLINE Complex<D> operator[](std::size_t i) const {
    return {hn::Set(D(), from_[2 * i]), hn::Set(D(), from_[2 * i + 1])};
  }

 private:
  const float* from_;
};

#if HWY_ARCH_ARM_A64
// There, multiplications can use one lane of a vector for all lanes of the other.
template <std::size_t Count, class D>
requires(kLanesOf<D> == 4) class Factors<Count, D> {
 public:
  HWY_INLINE Factors(D d, const float* from) {
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kVectors; ++i) pairs_[i] = hn::LoadU(d, from + 4 * i);
  }
  HWY_INLINE Complex<D> operator[](std::size_t i) const {
    const auto pair = pairs_[i / 2].raw;
    return {hn::Set(D(), pair[i % 2 * 2]), hn::Set(D(), pair[i % 2 * 2 + 1])};
  }

 private:
  static constexpr std::size_t kVectors = (Count + 1) / 2;
  Real<D> pairs_[kVectors];
};
#endif

// The caller's layout: real and imaginary part of one number after the other, at any address.
template <class D>
requires(kLanesOf<D> == 1) HWY_INLINE Complex<D> load_interleaved(D d, const float* from) {
  return {hn::LoadU(d, from), hn::LoadU(d, from + 1)};
}
template <class D>
requires(kLanesOf<D> == 1) HWY_INLINE void store_interleaved(D d, Complex<D> x, float* to) {
  hn::StoreU(x.re, d, to);
  hn::StoreU(x.im, d, to + 1);
}

#if HWY_TARGET != HWY_SCALAR
template <class D>
requires(kLanesOf<D> > 1) HWY_INLINE Complex<D> load_interleaved(D d, const float* from) {
  const auto low = hn::LoadU(d, from), high = hn::LoadU(d, from + kLanesOf<D>);
  return {hn::ConcatEven(d, high, low), hn::ConcatOdd(d, high, low)};
}

// Interleaves real and imaginary parts, into two vectors.
template <class D>
struct Interleaved {
  Real<D> low, high;
};
template <class D>
requires(kLanesOf<D> > 1) HWY_INLINE Interleaved<D> interleaved(D d, Complex<D> x) {
  const auto low = hn::InterleaveLower(d, x.re, x.im), high = hn::InterleaveUpper(d, x.re, x.im);
  if constexpr (kLanesOf<D> == 4) {
    return {low, high};
  } else if constexpr (kLanesOf<D> == 8) {
    return {hn::ConcatLowerLower(d, high, low), hn::ConcatUpperUpper(d, high, low)};
  } else {
#if HWY_TARGET <= HWY_AVX3
    const auto first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const auto second = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    return {Real<D>{_mm512_permutex2var_ps(x.re.raw, first, x.im.raw)},
            Real<D>{_mm512_permutex2var_ps(x.re.raw, second, x.im.raw)}};
#endif
  }
}

template <class D>
requires(kLanesOf<D> > 1) HWY_INLINE void store_interleaved(D d, Complex<D> x, float* to) {
  const auto [low, high] = interleaved(d, x);
  hn::StoreU(low, d, to);
  hn::StoreU(high, d, to + kLanesOf<D>);
}

// Only the first `points`; what follows them in memory may not belong to us. Vectors of four lanes have three of them.
template <class D>
requires(kLanesOf<D> >= 8) HWY_INLINE Complex<D> load_first_interleaved(D d, const float* from, std::size_t points) {
  constexpr std::size_t kLanes = kLanesOf<D>;
  const std::size_t floats = 2 * points, more = floats > kLanes ? floats - kLanes : 0;
  const auto low = hn::MaskedLoad(hn::FirstN(d, floats), d, from);
  const auto high = hn::MaskedLoad(hn::FirstN(d, more), d, from + kLanes);
  return {hn::ConcatEven(d, high, low), hn::ConcatOdd(d, high, low)};
}
template <class D>
requires(kLanesOf<D> > 1) HWY_INLINE void store_first_interleaved(D d, Complex<D> x, float* to, std::size_t points) {
  constexpr std::size_t kLanes = kLanesOf<D>;
  const auto [low, high] = interleaved(d, x);
  if constexpr (kLanes == 4) {
    hn::StoreU(low, d, to);
    hn::StoreU(hn::LowerHalf(high), hn::Half<D>(), to + 4);
  } else {
    const std::size_t floats = 2 * points, more = floats > kLanes ? floats - kLanes : 0;
    hn::BlendedStore(low, hn::FirstN(d, floats), d, to);
    hn::BlendedStore(high, hn::FirstN(d, more), d, to + kLanes);
  }
}

// Past the caches, in whole cache lines.
template <class D>
requires(kLanesOf<D> > 1) HWY_INLINE void stream_interleaved(D d, Complex<D> x, float* to) {
  const auto [low, high] = interleaved(d, x);
  hn::Stream(low, d, to);
  hn::Stream(high, d, to + kLanesOf<D>);
}
#endif

// Calls step(d, k) for vectors that begin at each k from `first` on, and end before `end`: as wide ones as fit.
template <std::size_t Lanes, class Step>
HWY_INLINE void in_vectors(std::size_t first, std::size_t end, const Step& step) {
  std::size_t k = first;
  const auto go = [&](auto d) HWY_ATTR {
    for (; k + kLanesOf<decltype(d)> <= end; k += kLanesOf<decltype(d)>) step(d, k);
  };
  go(Tag<Lanes>());
  if constexpr (Lanes > 4) go(Tag<4>());
  if constexpr (Lanes > 1) go(Tag<1>());
}

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
