// SPDX-License-Identifier: MIT
// The passes of a transform. Included once per target.
#if defined(GPUFFT_CPU_LANES_PASSES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_PASSES_INL_H_
#undef GPUFFT_CPU_LANES_PASSES_INL_H_
#else
#define GPUFFT_CPU_LANES_PASSES_INL_H_
#endif

#include <algorithm>
#include <type_traits>
#include <utility>

#include "gpufft/cpu/lanes/butterfly-inl.h"
#include "gpufft/cpu/lanes/transpose-inl.h"
#include "gpufft/cpu/passes.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3
// A whole square of sixteen legs and columns, like cross_group, but with arithmetic and moves interleaved: Intel's
// processors do all moves between lanes at one of the two ports that do arithmetic.
template <class D>
HWY_INLINE void cross_square(D d, Complex<D> (&x)[16], const float* twiddles, float* to) {
  constexpr std::size_t kVector = 32;
  Real<D> re[16], im[16];
  butterfly16_begin(d, x);
#pragma GCC unroll 4
  for (std::size_t part = 0; part < 4; ++part) {
    butterfly16_end(d, x, part);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t leg = part + 4 * i;
      const auto turned = leg == 0 ? x[0] : x[4 * part + i] * load(d, twiddles + (leg - 1) * kVector);
      re[leg] = turned.re;
      im[leg] = turned.im;
    }
    transpose_of_blocks(re[part], re[part + 4], re[part + 8], re[part + 12]);
    transpose_of_blocks(im[part], im[part + 4], im[part + 8], im[part + 12]);
  }
#pragma GCC unroll 4
  for (std::size_t row = 0; row < 16; row += 4) {
    transpose_blocks(d, re[row], re[row + 1], re[row + 2], re[row + 3]);
    transpose_blocks(d, im[row], im[row + 1], im[row + 2], im[row + 3]);
#pragma GCC unroll 4
    for (std::size_t i = row; i < row + 4; ++i) store(d, Complex<D>{re[i], im[i]}, to + i * kVector);
  }
}
#endif

// One group of the crossing: at most `Side` columns, a row of them from every leg. Afterwards each lane holds what was
// a leg. Vectors with more lanes than `Side` hold several such squares next to each other.
template <std::size_t Legs, std::size_t Side, class D>
HWY_INLINE void cross_group(D d, Complex<D> (&x)[Legs], const float* twiddles, std::size_t columns, float* to) {
  constexpr std::size_t kLanes = kLanesOf<D>;
#if HWY_TARGET <= HWY_AVX3
  if constexpr (Legs == 16) return cross_square(d, x, twiddles, to);
#endif
  butterfly(d, x);
  Real<D> re[Side], im[Side];
  re[0] = x[0].re;
  im[0] = x[0].im;
#pragma GCC unroll 16
  for (std::size_t leg = 1; leg < Side; ++leg) {
    const auto turned = leg < Legs
                            ? x[leg < Legs ? leg : 0] * load(d, twiddles + (leg < Legs ? leg - 1 : 0) * 2 * kLanes)
                            : Complex<D>{hn::Zero(d), hn::Zero(d)};
    re[leg] = turned.re;
    im[leg] = turned.im;
  }
  // Wide squares are stored one after the other, as the registers cannot hold both.
  if constexpr (kLanes <= 4) {
    transpose(d, re);
    transpose(d, im);
#pragma GCC unroll 4
    for (std::size_t column = 0; column < Side; ++column) {
      if (column < columns) store(d, Complex<D>{re[column], im[column]}, to + column * 2 * kLanes);
    }
  } else {
    const auto store_square = [&](Real<D>(&square)[Side], float* first) HWY_ATTR {
      transpose(d, square);
#pragma GCC unroll 16
      for (std::size_t column = 0; column < Side; ++column) {
        if (column < columns) hn::Store(square[column], d, first + column * 2 * kLanes);
      }
    };
    store_square(re, to);
    store_square(im, to + kLanes);
  }
}

// One column of a step; its vectors lie `column` floats after those that `legs` point at.
template <std::size_t Radix, class D>
HWY_INLINE void run_column(D d, float* const (&legs)[Radix], std::size_t column, const float* twiddles) {
  Complex<D> x[Radix];
#pragma GCC unroll 16
  for (std::size_t leg = 0; leg < Radix; ++leg) x[leg] = load(d, legs[leg] + column);
  butterfly(d, x);
  const Factors<Radix - 1, D> factors(d, twiddles);
  store(d, x[0], legs[0] + column);
#pragma GCC unroll 16
  for (std::size_t leg = 1; leg < Radix; ++leg) store(d, x[leg] * factors[leg - 1], legs[leg] + column);
}

// Columns that share the addresses of their legs.
template <std::size_t Radix, std::size_t... Column, class D>
HWY_INLINE void run_columns(D d, std::index_sequence<Column...>, float* work, std::size_t apart,
                            const float* twiddles) {
  float* legs[Radix];
#pragma GCC unroll 16
  for (std::size_t leg = 0; leg < Radix; ++leg) legs[leg] = settled(work + leg * apart);
  (run_column(d, legs, Column * 2 * kLanesOf<D>, twiddles + Column * 2 * (Radix - 1)), ...);
}

// A pass over `columns` vectors, in place: butterflies of vectors `columns / Radix` apart. Each leg of the result is
// then transformed further on its own.
template <std::size_t Radix, class D>
void run_step(D d, const Step& step, float* work) {
  constexpr std::size_t kVector = 2 * kLanesOf<D>, kTwiddles = 2 * (Radix - 1);
  const std::size_t apart = step.pitch * kVector, part = step.part, paired = part - part % kColumnsTogether;
  for (std::size_t column = 0; column < paired; column += kColumnsTogether) {
    run_columns<Radix>(d, std::make_index_sequence<kColumnsTogether>(), work + column * kVector, apart,
                       step.twiddles + column * kTwiddles);
  }
  if (paired < part) {
    run_columns<Radix>(d, std::make_index_sequence<1>(), work + paired * kVector, apart,
                       step.twiddles + paired * kTwiddles);
  }
}

template <std::size_t Radix, class D>
HWY_INLINE void load_and_transform(D d, const float* from, Complex<D> (&x)[Radix]) {
#pragma GCC unroll 16
  for (std::size_t leg = 0; leg < Radix; ++leg) x[leg] = load(d, from + leg * 2 * kLanesOf<D>);
  butterfly(d, x);
}

// The last pass of a part, over contiguous vectors. Passes its results to `sink`, which places them.
template <std::size_t Radix, class D, class Sink>
HWY_INLINE void finish(D d, const float* work, std::size_t first, std::size_t stride, Sink sink) {
  Complex<D> x[Radix];
  load_and_transform(d, settled(work), x);
  auto held = sink.start(x);
  for (std::size_t item = 1; item < Sink::kItems; ++item) {
    load_and_transform(d, settled(work + item * sink.work_floats), x);
    sink.add(x, held);
  }
  sink.done(held, first, stride);
}

// Calls `call` with a radix that is known only at run time, as a compile-time constant.
template <class Call>
HWY_INLINE void with_radix(std::size_t radix, const Call& call) {
  switch (radix) {
    case 2:
      return call(std::integral_constant<std::size_t, 2>());
    case 3:
      return call(std::integral_constant<std::size_t, 3>());
    case 4:
      return call(std::integral_constant<std::size_t, 4>());
    case 5:
      return call(std::integral_constant<std::size_t, 5>());
    case 7:
      return call(std::integral_constant<std::size_t, 7>());
    case 8:
      return call(std::integral_constant<std::size_t, 8>());
    case 11:
      return call(std::integral_constant<std::size_t, 11>());
    case 13:
      return call(std::integral_constant<std::size_t, 13>());
    case 15:
      return call(std::integral_constant<std::size_t, 15>());
    default:
      return call(std::integral_constant<std::size_t, 16>());
  }
}

// `source` returns the points of a leg from a column on, one per lane. Columns are done in whole groups; for a
// remainder, the last group repeats some columns. There is at least one group. For all the compiler knows `work` might
// alias `passes`, hence the copy.
template <std::size_t Legs, std::size_t Side, class D, class Source>
HWY_INLINE void cross(D d, const Passes& passes, Groups groups, const Source& source, float* work) {
  constexpr std::size_t kVector = 2 * kLanesOf<D>, kTwiddles = (Legs - 1) * kVector;
  const Passes kept = passes;
  const std::size_t valid = Legs == Side || kept.columns >= Side ? Side : kept.columns;
  const std::size_t stop = std::min(groups.end * Side, kept.columns);
  const float* twiddles = kept.crossing + groups.first * kTwiddles;
  typename Source::Leg legs[Legs];
#pragma GCC unroll 16
  for (std::size_t leg = 0; leg < Legs; ++leg) legs[leg] = source.leg(leg * kept.columns);
  std::size_t column = groups.first * Side, end = stop - stop % Side;
  for (;;) {
    for (; column < end; column += Side, twiddles += kTwiddles) {
      Complex<D> x[Legs];
#pragma GCC unroll 16
      for (std::size_t leg = 0; leg < Legs; ++leg) x[leg] = source.points(legs[leg], column);
      cross_group<Legs, Side>(d, x, twiddles, valid, settled(work + kept.slot_of(column) * kVector));
    }
    if (end == stop) return;
    end = stop;
    column = stop - valid;
  }
}

// Depth first: a part is finished while it is still in the cache. The bins of a part are `first + stride * n`.
template <class D, class Sink>
void descend(D d, const Passes& passes, std::size_t level, float* work, std::size_t first, std::size_t stride,
             const Sink& sink) {
  constexpr std::size_t kVector = 2 * kLanesOf<D>;
  const Step& now = passes.steps[level];
  for (std::size_t item = 0; item < Sink::kItems; ++item) {
    float* const from = work + item * sink.work_floats;
    with_radix(now.radix, [&](auto radix) HWY_ATTR { run_step<radix()>(d, now, from); });
  }
  const Step& next = passes.steps[level + 1];
  if (level + 2 == passes.step_count) {
    with_radix(next.radix, [&](auto radix) HWY_ATTR {
      for (std::size_t part = 0; part < now.radix; ++part) {
        finish<radix()>(d, work + part * now.pitch * kVector, first + part * stride, stride * now.radix, sink);
      }
    });
    return;
  }
  for (std::size_t part = 0; part < now.radix; ++part) {
    descend(d, passes, level + 1, work + part * now.pitch * kVector, first + part * stride, stride * now.radix, sink);
  }
}

template <class D, class Sink>
void finish_all(D d, const Passes& passes, float* work, const Sink& sink) {
  if (passes.step_count > 1) return descend(d, passes, 0, work, 0, 1, sink);
  const Step& last = passes.steps[0];
  with_radix(last.radix, [&](auto radix) HWY_ATTR { finish<radix()>(d, work, 0, 1, sink); });
}

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
