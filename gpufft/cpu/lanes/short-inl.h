// SPDX-License-Identifier: MIT
// Transforms of a few points, a whole one in each lane. Included once per target.
#if defined(GPUFFT_CPU_LANES_SHORT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_SHORT_INL_H_
#undef GPUFFT_CPU_LANES_SHORT_INL_H_
#else
#define GPUFFT_CPU_LANES_SHORT_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gpufft/cpu/kernels.h"
#include "gpufft/cpu/lanes/butterfly-inl.h"
#include "gpufft/cpu/lanes/transpose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

// A line of floats is read and written a vector at a time, the last of which ends with the line: it may overlap the one
// before.
template <std::size_t Lanes, std::size_t Floats>
struct Stretches {
  static constexpr std::size_t kCount = (Floats + Lanes - 1) / Lanes;
  static constexpr std::size_t at(std::size_t stretch) { return std::min(stretch * Lanes, Floats - Lanes); }
};

template <std::size_t Lanes, std::size_t Points>
HWY_INLINE void load_lines(const float* from, std::size_t distance, Complex<Tag<Lanes>> (&x)[Points]) {
  const Tag<Lanes> d;
  using Parts = Stretches<Lanes, 2 * Points>;
#pragma GCC unroll 64
  for (std::size_t part = 0; part < Parts::kCount; ++part) {
    Real<Tag<Lanes>> square[Lanes];
#pragma GCC unroll 16
    for (std::size_t lane = 0; lane < Lanes; ++lane)
      square[lane] = hn::LoadU(d, from + lane * distance + Parts::at(part));
    transpose(d, square);
#pragma GCC unroll 16
    for (std::size_t i = 0; i < Lanes; ++i) {
      const std::size_t at = Parts::at(part) + i;
      (at % 2 == 0 ? x[at / 2].re : x[at / 2].im) = square[i];
    }
  }
}

template <std::size_t Lanes, std::size_t Points>
HWY_INLINE void store_lines(const Complex<Tag<Lanes>> (&x)[Points], float* to, std::size_t distance) {
  const Tag<Lanes> d;
  using Parts = Stretches<Lanes, 2 * Points>;
#pragma GCC unroll 64
  for (std::size_t part = 0; part < Parts::kCount; ++part) {
    Real<Tag<Lanes>> square[Lanes];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < Lanes; ++i) {
      const std::size_t at = Parts::at(part) + i;
      square[i] = at % 2 == 0 ? x[at / 2].re : x[at / 2].im;
    }
    transpose(d, square);
#pragma GCC unroll 16
    for (std::size_t lane = 0; lane < Lanes; ++lane)
      hn::StoreU(square[lane], d, to + lane * distance + Parts::at(part));
  }
}

// The inverse has bin -k where the forward transform has k.
template <std::size_t Lanes, std::size_t Points>
void transform_short(const ShortLines& lines, bool inverse) {
  const Tag<Lanes> d;
  for (std::size_t line = 0; line < lines.count; line += Lanes) {
    Complex<Tag<Lanes>> x[Points];
    load_lines<Lanes, Points>(lines.in + line * lines.in_distance, lines.in_distance, x);
    butterfly(d, x);
    if (inverse) {
#pragma GCC unroll 16
      for (std::size_t k = 1; 2 * k < Points; ++k) {
        const auto forward = x[k];
        x[k] = x[Points - k];
        x[Points - k] = forward;
      }
    }
    store_lines<Lanes, Points>(x, lines.out + line * lines.out_distance, lines.out_distance);
  }
}

#if HWY_TARGET != HWY_SCALAR

// Of two points the second bin is the first less the second, in either direction: b + a next to a - b, each point next
// to the other of its line.
template <std::size_t Lanes>
HWY_INLINE void transform_pairs(const float* in, std::size_t floats, float* out) {
  const Tag<Lanes> d;
  const hn::Repartition<std::uint64_t, Tag<Lanes>> points;
  const auto signs_of_second = hn::BitCast(d, hn::OddEven(hn::Set(points, 0x8000'0000'8000'0000), hn::Zero(points)));
  for (std::size_t at = 0; at < floats; at += Lanes) {
    const auto x = hn::LoadU(d, in + at);
    hn::StoreU(hn::Add(hn::Shuffle1032(x), hn::Xor(x, signs_of_second)), d, out + at);
  }
}

template <std::size_t Lanes>
void transform_two(const ShortLines& lines, bool) {
  constexpr std::size_t kFloats = 4;
  if (lines.in_distance == kFloats && lines.out_distance == kFloats)
    return transform_pairs<Lanes>(lines.in, kFloats * lines.count, lines.out);
  for (std::size_t line = 0; line < lines.count; ++line)
    transform_pairs<kFloats>(lines.in + line * lines.in_distance, kFloats, lines.out + line * lines.out_distance);
}

#endif

template <std::size_t Lanes, std::size_t Points>
constexpr Kernels::Short short_kernel() {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (Points == 2 && Lanes >= 4) return transform_two<Lanes>;
#endif
  if constexpr (2 * Points >= Lanes) return transform_short<Lanes, Points>;
  return nullptr;
}

template <std::size_t Lanes, std::size_t... Index>
constexpr std::array<Kernels::Short, sizeof...(Index)> short_kernels(std::index_sequence<Index...>) {
  return {short_kernel<Lanes, kShortLengths[Index]>()...};
}

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
