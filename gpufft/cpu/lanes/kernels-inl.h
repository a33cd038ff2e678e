// SPDX-License-Identifier: MIT
// The passes between the memory of a user and the memory they work in. Included once per target.
#if defined(GPUFFT_CPU_LANES_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_KERNELS_INL_H_
#undef GPUFFT_CPU_LANES_KERNELS_INL_H_
#else
#define GPUFFT_CPU_LANES_KERNELS_INL_H_
#endif

#include <algorithm>

#include "gpufft/cpu/kernels.h"
#include "gpufft/cpu/lanes/levels-inl.h"
#include "gpufft/cpu/lanes/multiply-inl.h"
#include "gpufft/cpu/lanes/passes-inl.h"
#include "gpufft/cpu/lanes/samples-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

template <SampleFormat Format, std::size_t Lanes>
void cross_samples(const Passes& passes, const Frame* frames, std::size_t count, const float* window, float* work) {
  const Tag<Lanes> d;
  for (std::size_t i = 0; i < count; ++i) {
    const Frame frame = frames[i];
    const auto zero_re = hn::Set(d, frame.zero_re), zero_im = hn::Set(d, frame.zero_im);
    const auto source = [&](std::size_t index) HWY_ATTR {
      const auto counts = load_counts<Format>(d, frame.iq + index * bytes_per_sample(Format));
      const auto weight = hn::LoadU(d, window + index);
      return Complex<Tag<Lanes>>{hn::Mul(hn::Sub(counts.re, zero_re), weight),
                                 hn::Mul(hn::Sub(counts.im, zero_im), weight)};
    };
    cross(d, passes, source, work + i * passes.work_floats);
  }
}

// The power of some frames that go together into sums, maxima and minima, in one go.
template <std::size_t Lanes, std::size_t Items, bool Afresh>
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
#pragma GCC unroll 16
    for (std::size_t leg = 0; leg < Radix; ++leg) {
      auto sum = held.power[0][leg], max = sum, min = sum;
#pragma GCC unroll 16
      for (std::size_t item = 1; item < Items; ++item) {
        sum = hn::Add(sum, held.power[item][leg]);
        max = hn::Max(max, held.power[item][leg]);
        min = hn::Min(min, held.power[item][leg]);
      }
      fold(sum, max, min, levels + (first + leg * stride) * 3 * Lanes);
    }
  }

  static HWY_INLINE void fold(Real<D> sum, Real<D> max, Real<D> min, float* to) {
    const D d;
    hn::Store(Afresh ? sum : hn::Add(sum, hn::Load(d, to)), d, to);
    hn::Store(Afresh ? max : hn::Max(max, hn::Load(d, to + Lanes)), d, to + Lanes);
    hn::Store(Afresh ? min : hn::Min(min, hn::Load(d, to + 2 * Lanes)), d, to + 2 * Lanes);
  }
};

template <std::size_t Lanes, std::size_t Items, bool Afresh>
void fold_power(const Passes& passes, float* work, float* levels) {
  finish_all(Tag<Lanes>(), passes, work, PowerSink<Lanes, Items, Afresh>{levels, passes.work_floats});
}

// Bins that lie side by side in the row as well.
template <class D>
HWY_INLINE void join_part(D d, const float* levels, std::size_t from, std::size_t bins, float* sum, float* max,
                          float* min) {
  constexpr std::size_t kLanes = kLanesOf<D>;
  const auto at = [=](std::size_t bin) { return levels + bin / kLanes * 3 * kLanes + bin % kLanes; };
  std::size_t done = 0;
  if (from % kLanes == 0) {
    for (; done + kLanes <= bins; done += kLanes) {
      const float* const level = at(from + done);
      hn::StoreU(hn::Add(hn::LoadU(d, sum + done), hn::Load(d, level)), d, sum + done);
      hn::StoreU(hn::Max(hn::LoadU(d, max + done), hn::Load(d, level + kLanes)), d, max + done);
      hn::StoreU(hn::Min(hn::LoadU(d, min + done), hn::Load(d, level + 2 * kLanes)), d, min + done);
    }
  }
  for (; done < bins; ++done) {
    const float* const level = at(from + done);
    sum[done] += level[0];
    max[done] = std::max(max[done], level[kLanes]);
    min[done] = std::min(min[done], level[2 * kLanes]);
  }
}

// Negative frequencies are the upper half of a transform and the lower half of a row. Of an odd number of bins the row
// has as many on either side of the center; of an even number one more below it.
template <std::size_t Lanes>
void join(const Passes& passes, const float* levels, float* sum, float* max, float* min) {
  const Tag<Lanes> d;
  const std::size_t center = passes.length / 2, upper = passes.length - center;
  join_part(d, levels, upper, center, sum, max, min);
  join_part(d, levels, 0, upper, sum + center, max + center, min + center);
}

template <std::size_t Lanes>
void cross_points(const Passes& passes, const float* in, bool swapped, float* work) {
  const Tag<Lanes> d;
  const auto source = [&](std::size_t index)
                          HWY_ATTR { return exchanged(load_interleaved(d, in + 2 * index), swapped); };
  cross(d, passes, source, work);
}

template <std::size_t Lanes>
struct PointSink {
  using D = Tag<Lanes>;
  static constexpr std::size_t kItems = 1;
  template <std::size_t Radix>
  struct Held {
    Complex<D> x[Radix];
  };

  float* out;
  bool swapped;
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
      store_interleaved(D(), exchanged(held.x[leg], swapped), out + (first + leg * stride) * 2 * Lanes);
    }
  }
};

template <std::size_t Lanes>
void finish_points(const Passes& passes, float* work, bool swapped, float* out) {
  finish_all(Tag<Lanes>(), passes, work, PointSink<Lanes>{out, swapped, passes.work_floats});
}

template <std::size_t Lanes>
void lone_step(const Step& step, float* work) {
  with_radix(step.radix, [&](auto radix) HWY_ATTR { run_step<radix()>(Tag<Lanes>(), step, work); });
}

template <std::size_t Lanes>
constexpr Kernels kKernels{Lanes,
                           {cross_samples<SampleFormat::Cu8, Lanes>, cross_samples<SampleFormat::Cs8, Lanes>,
                            cross_samples<SampleFormat::Cs16, Lanes>, cross_samples<SampleFormat::Cf32, Lanes>},
                           {fold_power<Lanes, 1, false>, fold_power<Lanes, 2, false>},
                           {fold_power<Lanes, 1, true>, fold_power<Lanes, 2, true>},
                           join<Lanes>,
                           cross_points<Lanes>,
                           finish_points<Lanes>,
                           lone_step<Lanes>,
                           multiply<Lanes>,
                           to_levels<0, UINT8_MAX, std::uint8_t>,
                           to_levels<-INT16_MAX, INT16_MAX, std::int16_t>};

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
