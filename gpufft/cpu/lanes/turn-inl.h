// SPDX-License-Identifier: MIT
// Columns of points become rows. Included once per target.
#if defined(GPUFFT_CPU_LANES_TURN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_TURN_INL_H_
#undef GPUFFT_CPU_LANES_TURN_INL_H_
#else
#define GPUFFT_CPU_LANES_TURN_INL_H_
#endif

#include <cstring>

#include "gpufft/cpu/kernels.h"
#include "gpufft/cpu/lanes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && !HWY_ARCH_ARM_V7  // which has no vectors of pairs
// As many rows and columns as the vector has lanes, two or four. Points are doubles that nothing is computed with.
template <class D>
HWY_INLINE void turn_block(D d, const double* in, std::size_t in_pitch, double* out, std::size_t out_pitch) {
  const auto a = hn::LoadU(d, in), b = hn::LoadU(d, in + in_pitch);
  if constexpr (hn::MaxLanes(D()) == 2) {
    hn::StoreU(hn::InterleaveLower(d, a, b), d, out);
    hn::StoreU(hn::InterleaveUpper(d, a, b), d, out + out_pitch);
  } else {
    const auto c = hn::LoadU(d, in + 2 * in_pitch), e = hn::LoadU(d, in + 3 * in_pitch);
    const auto even_top = hn::InterleaveLower(d, a, b), odd_top = hn::InterleaveUpper(d, a, b);
    const auto even_low = hn::InterleaveLower(d, c, e), odd_low = hn::InterleaveUpper(d, c, e);
    hn::StoreU(hn::ConcatLowerLower(d, even_low, even_top), d, out);
    hn::StoreU(hn::ConcatLowerLower(d, odd_low, odd_top), d, out + out_pitch);
    hn::StoreU(hn::ConcatUpperUpper(d, even_low, even_top), d, out + 2 * out_pitch);
    hn::StoreU(hn::ConcatUpperUpper(d, odd_low, odd_top), d, out + 3 * out_pitch);
  }
}

template <std::size_t Lanes>
constexpr std::size_t kTurned = Lanes >= 8   ? 4
                                : Lanes >= 4 ? 2
                                             : 1;
#else
template <std::size_t Lanes>
constexpr std::size_t kTurned = 1;
#endif

template <std::size_t Lanes>
void turn(const float* in, const Kernels::Turn& size, float* out) {
  const auto* const from = reinterpret_cast<const double*>(in);
  auto* const to = reinterpret_cast<double*>(out);
  const auto one_by_one = [&](std::size_t first_row, std::size_t first_column, std::size_t end_column) {
    for (std::size_t row = first_row; row < size.rows; ++row)
      for (std::size_t column = first_column; column < end_column; ++column)
        std::memcpy(to + column * size.out_pitch + row, from + row * size.in_pitch + column, sizeof(double));
  };
  std::size_t rows = 0, columns = 0;  // done in blocks
#if HWY_TARGET != HWY_SCALAR && !HWY_ARCH_ARM_V7
  if constexpr (kTurned < Lanes >> 1) {
    const hn::CappedTag<double, kTurned<Lanes>> d;
    rows = size.rows - size.rows % kTurned<Lanes>;
    columns = size.columns - size.columns % kTurned<Lanes>;
    for (std::size_t row = 0; row < rows; row += kTurned<Lanes>)
      for (std::size_t column = 0; column < columns; column += kTurned<Lanes>)
        turn_block(d, from + row * size.in_pitch + column, size.in_pitch, to + column * size.out_pitch + row,
                   size.out_pitch);
  }
#endif
  one_by_one(rows, 0, columns);
  one_by_one(0, columns, size.columns);
}

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
