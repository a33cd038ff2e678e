// SPDX-License-Identifier: MIT
// The passes between the caller's memory and work memory. Included once per target.
#if defined(GPUFFT_CPU_LANES_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_KERNELS_INL_H_
#undef GPUFFT_CPU_LANES_KERNELS_INL_H_
#else
#define GPUFFT_CPU_LANES_KERNELS_INL_H_
#endif

#include <algorithm>
#include <cstdint>

#include "gpufft/cpu/kernels.h"
#include "gpufft/cpu/lanes/levels-inl.h"
#include "gpufft/cpu/lanes/multiply-inl.h"
#include "gpufft/cpu/lanes/passes-inl.h"
#include "gpufft/cpu/lanes/real-inl.h"
#include "gpufft/cpu/lanes/samples-inl.h"
#include "gpufft/cpu/lanes/short-inl.h"
#include "gpufft/cpu/lanes/turn-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

// Where the crossing reads points from: the legs, from a column on.
template <SampleFormat Format, std::size_t Lanes>
struct SampleSource {
  using D = Tag<Lanes>;
  struct Leg {
    const std::byte* iq;
    const float* weights;
  };

  const std::byte* iq;
  const float* window;
  Complex<D> zero;

  HWY_INLINE Leg leg(std::size_t start) const {
    return {settled(iq + start * bytes_per_sample(Format)), settled(window + start)};
  }
  HWY_INLINE Complex<D> points(Leg leg, std::size_t column) const {
    const auto counts = load_counts<Format>(D(), leg.iq + column * bytes_per_sample(Format));
    const auto weight = hn::LoadU(D(), leg.weights + column);
    return {hn::Mul(hn::Sub(counts.re, zero.re), weight), hn::Mul(hn::Sub(counts.im, zero.im), weight)};
  }
};

template <SampleFormat Format, std::size_t Lanes>
void cross_samples(const Passes& passes, const Frame* frames, std::size_t count, const float* window, float* work) {
  const Tag<Lanes> d;
  for (std::size_t i = 0; i < count; ++i) {
    const Frame frame = frames[i];
    const Complex<Tag<Lanes>> zero{hn::Set(d, frame.zero.real()), hn::Set(d, frame.zero.imag())};
    cross<Lanes, Lanes>(d, passes, {0, passes.groups}, SampleSource<Format, Lanes>{frame.iq, window, zero},
                        work + i * passes.work_floats);
  }
}

// Adds the power of several frames to sums, maxima and minima, in one go.
template <std::size_t Lanes, std::size_t Items, bool Overwrite>
struct PowerSink {
  using D = Tag<Lanes>;
  static constexpr std::size_t kItems = Items;
  template <std::size_t Radix>
  struct Held {
    Real<D> power[Items][Radix];
    std::size_t count;
  };

  float* levels;
  std::size_t work_floats;

  template <std::size_t Radix>
  HWY_INLINE Held<Radix> start(const Complex<D> (&x)[Radix]) const {
    Held<Radix> held;
    held.count = 0;
    add(x, held);
    return held;
  }

  template <std::size_t Radix>
  HWY_INLINE void add(const Complex<D> (&x)[Radix], Held<Radix>& held) const {
#pragma GCC unroll 16
    for (std::size_t leg = 0; leg < Radix; ++leg) held.power[held.count][leg] = norm(x[leg]);
    ++held.count;
  }

  template <std::size_t Radix>
  HWY_INLINE void done(const Held<Radix>& held, std::size_t first, std::size_t stride) const {
    float* to = levels + first * 3 * Lanes;
#pragma GCC unroll 16
    for (std::size_t leg = 0; leg < Radix; ++leg, to += stride * 3 * Lanes) {
      auto sum = held.power[0][leg], max = sum, min = sum;
#pragma GCC unroll 16
      for (std::size_t item = 1; item < Items; ++item) {
        sum = hn::Add(sum, held.power[item][leg]);
        max = hn::Max(max, held.power[item][leg]);
        min = hn::Min(min, held.power[item][leg]);
      }
      to = settled(to);
      fold(sum, max, min, to);
    }
  }

  static HWY_INLINE void fold(Real<D> sum, Real<D> max, Real<D> min, float* to) {
    const D d;
    if constexpr (!Overwrite) {
      const auto old_sum = hn::Load(d, to), old_max = hn::Load(d, to + Lanes), old_min = hn::Load(d, to + 2 * Lanes);
      sum = hn::Add(sum, old_sum);
      max = hn::Max(max, old_max);
      min = hn::Min(min, old_min);
    }
    hn::Store(sum, d, to);
    hn::Store(max, d, to + Lanes);
    hn::Store(min, d, to + 2 * Lanes);
  }
};

template <std::size_t Lanes, std::size_t Items, bool Overwrite>
void fold_power(const Passes& passes, float* work, float* levels) {
  finish_all(Tag<Lanes>(), passes, work, PowerSink<Lanes, Items, Overwrite>{levels, passes.work_floats});
}

// Adds the levels of one vector or one bin to a row.
template <bool Overwrite, class D>
HWY_INLINE void join_level(D d, const float* level, std::size_t apart, float* sum, float* max, float* min) {
  const auto more = hn::LoadU(d, level), high = hn::LoadU(d, level + apart), low = hn::LoadU(d, level + 2 * apart);
  hn::StoreU(Overwrite ? more : hn::Add(hn::LoadU(d, sum), more), d, sum);
  hn::StoreU(Overwrite ? high : hn::Max(hn::LoadU(d, max), high), d, max);
  hn::StoreU(Overwrite ? low : hn::Min(hn::LoadU(d, min), low), d, min);
}

// Bins that are contiguous in the row as well.
template <bool Overwrite, class D>
HWY_INLINE void join_part(D d, const float* levels, std::size_t from, std::size_t bins, float* sum, float* max,
                          float* min) {
  constexpr std::size_t kLanes = kLanesOf<D>;
  const auto at = [=](std::size_t bin) { return levels + bin / kLanes * 3 * kLanes + bin % kLanes; };
  std::size_t done = 0;
  if (from % kLanes == 0) {
    for (; done + kLanes <= bins; done += kLanes) {
      join_level<Overwrite>(d, at(from + done), kLanes, sum + done, max + done, min + done);
    }
  }
  for (; done < bins; ++done) {
    join_level<Overwrite>(Tag<1>(), at(from + done), kLanes, sum + done, max + done, min + done);
  }
}

// Negative frequencies are the upper half of a transform and the lower half of a row. A row with an odd number of bins
// has as many on either side of the center, one with an even number one more below it.
template <std::size_t Lanes, bool Overwrite>
void join(const Passes& passes, const float* levels, float* sum, float* max, float* min) {
  const Tag<Lanes> d;
  const std::size_t center = passes.length / 2, upper = passes.length - center;
  join_part<Overwrite>(d, levels, upper, center, sum, max, min);
  join_part<Overwrite>(d, levels, 0, upper, sum + center, max + center, min + center);
}

template <std::size_t Lanes>
struct PointSource {
  using D = Tag<Lanes>;
  using Leg = const float*;

  const float* in;
  bool swapped;

  HWY_INLINE Leg leg(std::size_t start) const { return settled(in + 2 * start); }
  HWY_INLINE Complex<D> points(Leg leg, std::size_t column) const {
    return exchanged(load_interleaved(D(), leg + 2 * column), swapped);
  }
};

#if HWY_TARGET != HWY_SCALAR
// For fewer columns than lanes.
template <std::size_t Lanes>
struct ShortPointSource : PointSource<Lanes> {
  std::size_t columns;

  HWY_INLINE Complex<Tag<Lanes>> points(const float* leg, std::size_t column) const {
    return exchanged(load_first_interleaved(Tag<Lanes>(), leg + 2 * column, columns), this->swapped);
  }
};
#endif

template <std::size_t Lanes, std::size_t Legs>
void cross_points(const Passes& passes, Groups groups, const float* in, bool swapped, float* work) {
  const Tag<Lanes> d;
#if HWY_TARGET != HWY_SCALAR
  if constexpr (Legs != Lanes && Lanes >= 8) {
    if (passes.columns < Lanes) {
      const ShortPointSource<Lanes> source{{in, swapped}, passes.columns};
      return cross<Legs, Lanes>(d, passes, groups, source, work);
    }
  }
#endif
  cross<Legs, Lanes>(d, passes, groups, PointSource<Lanes>{in, swapped}, work);
}

// Points that leave every cache before they are read again need not be fetched just to be overwritten: from 2^17 points
// (1 MiB) on, aligned lines are written past the caches.
template <std::size_t Lanes>
bool to_be_streamed(const Passes& passes, const float* out) {
  constexpr std::size_t kLeastLength = 1 << 17, kLine = 64;
  return 2 * Lanes * sizeof(float) >= kLine && passes.legs == Lanes && passes.length >= kLeastLength &&
         reinterpret_cast<std::uintptr_t>(out) % kLine == 0;
}

// Where the points of a transform are written.
template <std::size_t Lanes>
struct OnePlace {
  float* out;
  bool streamed;
  std::size_t legs;

  HWY_INLINE void put(Complex<Tag<Lanes>> x, std::size_t at) const {
#if HWY_TARGET != HWY_SCALAR
    if constexpr (Lanes > 1) {
      if (streamed) return stream_interleaved(Tag<Lanes>(), x, out + at);
      if (legs < Lanes) return store_first_interleaved(Tag<Lanes>(), x, out + at, legs);
    }
#endif
    store_interleaved(Tag<Lanes>(), x, out + at);
  }
};

template <std::size_t Lanes, class Place>
struct PointSink {
  using D = Tag<Lanes>;
  static constexpr std::size_t kItems = 1;
  template <std::size_t Radix>
  struct Held {
    Complex<D> x[Radix];
  };

  Place place;
  bool swapped;
  std::size_t apart;  // points from one vector to the next
  std::size_t work_floats;

  template <std::size_t Radix>
  HWY_INLINE Held<Radix> start(const Complex<D> (&x)[Radix]) const {
    Held<Radix> held;
#pragma GCC unroll 16
    for (std::size_t leg = 0; leg < Radix; ++leg) held.x[leg] = x[leg];
    return held;
  }

  template <std::size_t Radix>
  HWY_INLINE void add(const Complex<D> (&)[Radix], Held<Radix>&) const {}

  template <std::size_t Radix>
  HWY_INLINE void done(const Held<Radix>& held, std::size_t first, std::size_t stride) const {
#pragma GCC unroll 16
    for (std::size_t leg = 0; leg < Radix; ++leg) {
      place.put(exchanged(held.x[leg], swapped), (first + leg * stride) * 2 * apart);
    }
  }
};

// Calls finish(sink) with a sink for points.
template <std::size_t Lanes, class Finish>
HWY_INLINE void finish_into(const Passes& passes, bool swapped, float* out, const Finish& finish) {
  const bool streamed = to_be_streamed<Lanes>(passes, out);
  finish(PointSink<Lanes, OnePlace<Lanes>>{{out, streamed, passes.legs}, swapped, passes.legs, passes.work_floats});
  if (streamed) hwy::FlushStream();
}

template <std::size_t Lanes>
void finish_points(const Passes& passes, float* work, bool swapped, float* out) {
  finish_into<Lanes>(passes, swapped, out,
                     [&](const auto& sink) HWY_ATTR { finish_all(Tag<Lanes>(), passes, work, sink); });
}

template <std::size_t Lanes>
void finish_part(const Passes& passes, std::size_t part, float* work, bool swapped, float* out) {
  const Step& first = passes.steps[0];
  finish_into<Lanes>(passes, swapped, out, [&](const auto& sink) HWY_ATTR {
    descend(Tag<Lanes>(), passes, 1, work + part * first.pitch * 2 * Lanes, part, first.radix, sink);
  });
}

#if HWY_TARGET != HWY_SCALAR
// For two transforms, each in half of the lanes.
template <std::size_t Lanes>
struct PairSource {
  using D = Tag<Lanes>;
  struct Leg {
    const float *first, *second;
  };

  PairIn in;
  bool swapped;

  HWY_INLINE Leg leg(std::size_t start) const { return {in.first + 2 * start, in.second + 2 * start}; }
  HWY_INLINE Complex<D> points(Leg leg, std::size_t column) const {
    const D d;
    const auto low = hn::LoadU(d, leg.first + 2 * column), high = hn::LoadU(d, leg.second + 2 * column);
    return exchanged(Complex<D>{hn::ConcatEven(d, high, low), hn::ConcatOdd(d, high, low)}, swapped);
  }
};

template <std::size_t Lanes>
void cross_pair(const Passes& passes, PairIn in, bool swapped, float* work) {
  const PairSource<Lanes> source{in, swapped};
  cross<Lanes / 2, Lanes / 2>(Tag<Lanes>(), passes, {0, passes.groups}, source, work);
}

template <std::size_t Lanes>
struct TwoPlaces {
  PairOut out;

  HWY_INLINE void put(Complex<Tag<Lanes>> x, std::size_t at) const {
    const Tag<Lanes> d;
    const auto [low, high] = interleaved(d, x);
    hn::StoreU(low, d, out.first + at);
    hn::StoreU(high, d, out.second + at);
  }
};

template <std::size_t Lanes>
void finish_pair(const Passes& passes, float* work, bool swapped, PairOut out) {
  finish_all(Tag<Lanes>(), passes, work,
             PointSink<Lanes, TwoPlaces<Lanes>>{{out}, swapped, passes.legs, passes.work_floats});
}
#endif

// Half a vector has at least four lanes.
template <std::size_t Lanes>
constexpr std::optional<Kernels::Pair> pair() {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (Lanes >= 8) return Kernels::Pair{cross_pair<Lanes>, finish_pair<Lanes>};
#endif
  return std::nullopt;
}

template <std::size_t Lanes>
void load_columns(const Passes& passes, const float* in, std::size_t pitch, bool swapped, float* work) {
  const Tag<Lanes> d;
  const Passes kept = passes;
  for (std::size_t row = 0; row < kept.columns; ++row)
    store(d, exchanged(load_interleaved(d, in + row * 2 * pitch), swapped), work + kept.slot_of(row) * 2 * Lanes);
}

template <std::size_t Lanes>
void finish_columns(const Passes& passes, float* work, bool swapped, float* out, std::size_t pitch) {
  const OnePlace<Lanes> place{out, false, Lanes};
  finish_all(Tag<Lanes>(), passes, work, PointSink<Lanes, OnePlace<Lanes>>{place, swapped, pitch, passes.work_floats});
}

template <std::size_t Lanes>
void lone_step(const Step& step, float* work) {
  with_radix(step.radix, [&](auto radix) HWY_ATTR { run_step<radix()>(Tag<Lanes>(), step, work); });
}

template <std::size_t Lanes, std::size_t... Legs>
constexpr Kernels::Crossing kCrossingsOf[] = {{Legs, cross_points<Lanes, Legs>}...};

// Crossings with fewer legs than lanes are for lengths that the lanes do not divide.
template <std::size_t Lanes>
constexpr std::span<const Kernels::Crossing> crossings() {
  if constexpr (Lanes == 16) return kCrossingsOf<Lanes, 16, 15, 14, 13, 12, 11, 10, 9>;
  if constexpr (Lanes == 8) return kCrossingsOf<Lanes, 8, 7, 6, 5>;
  if constexpr (Lanes == 4) return kCrossingsOf<Lanes, 4, 3>;
  if constexpr (Lanes == 1) return kCrossingsOf<Lanes, 1>;
}

template <std::size_t Lanes>
constexpr Kernels kKernels{Lanes,
                           {cross_samples<SampleFormat::Cu8, Lanes>, cross_samples<SampleFormat::Cs8, Lanes>,
                            cross_samples<SampleFormat::Cs16, Lanes>, cross_samples<SampleFormat::Cf32, Lanes>},
                           {fold_power<Lanes, 1, false>, fold_power<Lanes, 2, false>},
                           {fold_power<Lanes, 1, true>, fold_power<Lanes, 2, true>},
                           join<Lanes, false>,
                           join<Lanes, true>,
                           crossings<Lanes>(),
                           finish_points<Lanes>,
                           finish_part<Lanes>,
                           pair<Lanes>(),
                           {load_columns<Lanes>, finish_columns<Lanes>},
                           short_kernels<Lanes>(std::make_index_sequence<kShortLengths.size()>()),
                           lone_step<Lanes>,
                           multiply<Lanes>,
                           kRealKernels<Lanes>,
                           turn<Lanes>,
                           to_levels<Lanes, 0, UINT8_MAX, std::uint8_t>,
                           to_levels<Lanes, -INT16_MAX, INT16_MAX, std::int16_t>};

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
