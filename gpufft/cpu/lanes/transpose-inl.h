// SPDX-License-Identifier: MIT
// Squares of lanes transposed in registers. Included once per target.
#if defined(GPUFFT_CPU_LANES_TRANSPOSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_TRANSPOSE_INL_H_
#undef GPUFFT_CPU_LANES_TRANSPOSE_INL_H_
#else
#define GPUFFT_CPU_LANES_TRANSPOSE_INL_H_
#endif

#include <cstdint>

#include "gpufft/cpu/lanes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

#if HWY_HAVE_FLOAT64
using Pair = double;
#else
using Pair = std::uint64_t;  // 32-bit ARM has no vectors of doubles
#endif

// Squares of 4 x 4 inside each block of 128 bits: afterwards v[j] holds column j of every square.
template <class D>
HWY_INLINE void transpose_blocks(D d, Real<D>& v0, Real<D>& v1, Real<D>& v2, Real<D>& v3) {
  const hn::Repartition<Pair, D> pairs;
  const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, v0, v1));
  const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, v0, v1));
  const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, v2, v3));
  const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, v2, v3));
  v0 = hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23));
  v1 = hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23));
  v2 = hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23));
  v3 = hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23));
}

// Transposes the blocks of four vectors as a 4 x 4 square.
#if HWY_TARGET <= HWY_AVX3
template <int Pattern, class V>
HWY_INLINE V shuffle_blocks(V a, V b) {
  return V{_mm512_shuffle_f32x4(a.raw, b.raw, Pattern)};
}
template <class V>
HWY_INLINE void transpose_of_blocks(V& v0, V& v1, V& v2, V& v3) {
  constexpr int kEven = 0x88, kOdd = 0xDD;
  const V even01 = shuffle_blocks<kEven>(v0, v1), odd01 = shuffle_blocks<kOdd>(v0, v1);
  const V even23 = shuffle_blocks<kEven>(v2, v3), odd23 = shuffle_blocks<kOdd>(v2, v3);
  v0 = shuffle_blocks<kEven>(even01, even23);
  v1 = shuffle_blocks<kEven>(odd01, odd23);
  v2 = shuffle_blocks<kOdd>(even01, even23);
  v3 = shuffle_blocks<kOdd>(odd01, odd23);
}
#endif

// Several squares next to each other: the lanes of a vector divided by the number of vectors.
template <class D>
HWY_INLINE void transpose(D d, Real<D> (&v)[4]) {
  transpose_blocks(d, v[0], v[1], v[2], v[3]);
}

template <class D>
requires(kLanesOf<D> == 8) HWY_INLINE void transpose(D d, Real<D> (&v)[8]) {
  transpose_blocks(d, v[0], v[1], v[2], v[3]);
  transpose_blocks(d, v[4], v[5], v[6], v[7]);
#pragma GCC unroll 4
  for (std::size_t j = 0; j < 4; ++j) {
    const auto low = v[j], high = v[j + 4];
    v[j] = hn::ConcatLowerLower(d, high, low);
    v[j + 4] = hn::ConcatUpperUpper(d, high, low);
  }
}

#if HWY_TARGET <= HWY_AVX3
template <class D>
requires(kLanesOf<D> == 16) HWY_INLINE void transpose(D d, Real<D> (&v)[8]) {
  const auto even_blocks = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
  const auto odd_blocks = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  transpose_blocks(d, v[0], v[1], v[2], v[3]);
  transpose_blocks(d, v[4], v[5], v[6], v[7]);
#pragma GCC unroll 4
  for (std::size_t j = 0; j < 4; ++j) {
    const auto low = _mm512_castps_pd(v[j].raw), high = _mm512_castps_pd(v[j + 4].raw);
    v[j] = Real<D>{_mm512_castpd_ps(_mm512_permutex2var_pd(low, even_blocks, high))};
    v[j + 4] = Real<D>{_mm512_castpd_ps(_mm512_permutex2var_pd(low, odd_blocks, high))};
  }
}

template <class D>
HWY_INLINE void transpose(D d, Real<D> (&v)[16]) {
#pragma GCC unroll 4
  for (std::size_t j = 0; j < 16; j += 4) transpose_blocks(d, v[j], v[j + 1], v[j + 2], v[j + 3]);
#pragma GCC unroll 4
  for (std::size_t j = 0; j < 4; ++j) transpose_of_blocks(v[j], v[j + 4], v[j + 8], v[j + 12]);
}
#endif

#endif  // HWY_TARGET != HWY_SCALAR

template <class D>
HWY_INLINE void transpose(D, Real<D> (&)[1]) {}

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
