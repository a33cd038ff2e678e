// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "gpufft/cuda/kernels/arguments.h"
#include "gpufft/cuda/kernels/passes.cuh"

namespace gpufft::cuda {

__device__ inline float2 swapped_if(bool swap, float2 x) { return swap ? float2{x.y, x.x} : x; }
__device__ inline const float2* floats(const Point* points) { return reinterpret_cast<const float2*>(points); }
__device__ inline float2* floats(Point* points) { return reinterpret_cast<float2*>(points); }

// The ends of a transform: where points come from, and what becomes of the results. A register holds point base +
// I::offset(slot) * step of its frame.
//
// Streaming loads and stores are for points that are accessed once, where the cache has something better to keep: the
// points between columns and rows, or the next frame. Short frames are faster without (0.99 of cuFFT's speed instead of
// 0.95).
template <bool Once, typename T>
__device__ inline T read(const T* at) {
  if constexpr (Once) return __ldcs(at);
  return __ldg(at);
}
template <bool Once>
__device__ inline void write(float2* at, float2 value) {
  if constexpr (Once) {
    __stcs(at, value);
  } else {
    *at = value;
  }
}

template <typename I, bool Once, int Count>
__device__ inline void load(const PointsSource& source, float2 (&points)[Count], std::size_t frame, unsigned base,
                            unsigned step) {
  const float2* const at = floats(source.points) + frame * source.distance + base;
#pragma unroll
  for (int slot = 0; slot < I::kSlots; ++slot)
    points[slot] = swapped_if(source.swapped, read<Once>(at + I::offset(slot) * step));
}

// Prefetches into the cache the points that are loaded the next time the device gets to this place: where few blocks
// fit, memory would otherwise be idle while a block computes.
template <typename I>
__device__ inline void fetch_ahead(const PointsSource& source, std::size_t frame, std::size_t frames, unsigned base,
                                   unsigned step) {
  constexpr unsigned kPointsInLine = 16;
  if (source.ahead == 0 || frame + source.ahead >= frames || base % kPointsInLine != 0) return;
  const float2* const at = floats(source.points) + (frame + source.ahead) * source.distance + base;
#pragma unroll
  for (int slot = 0; slot < I::kSlots; ++slot)
    asm volatile("prefetch.global.L2 [%0];" ::"l"(at + I::offset(slot) * step));
}
template <typename I, typename Source>
__device__ inline void fetch_ahead(const Source&, std::size_t, std::size_t, unsigned, unsigned) {}

// After the last point, reads the last one again and ignores it: that costs less than a branch.
template <typename I, bool Once, int Count>
__device__ inline void load(const FactoredSource& source, float2 (&points)[Count], std::size_t frame, unsigned base,
                            unsigned step) {
  const float2* const at = floats(source.from.points) + frame * source.from.distance;
  const float2* const factors = floats(source.factors);
#pragma unroll
  for (int slot = 0; slot < I::kSlots; ++slot) {
    const unsigned n = base + I::offset(slot) * step, there = min(n, source.length - 1);
    const float2 point = product(swapped_if(source.from.swapped, __ldg(at + there)), __ldg(factors + there));
    points[slot] = n < source.length ? point : float2{0, 0};
  }
}

template <typename I, bool Once, int Count>
__device__ inline void store(const PointsSink& sink, const float2 (&points)[Count], std::size_t frame, unsigned base,
                             unsigned step) {
  float2* const at = floats(sink.points) + frame * sink.distance + base;
#pragma unroll
  for (int slot = 0; slot < I::kSlots; ++slot)
    write<Once>(at + I::offset(slot) * step, swapped_if(sink.swapped, points[slot]));
}

template <typename I, bool Once, int Count>
__device__ inline void store(const FactoredSink& sink, const float2 (&points)[Count], std::size_t frame, unsigned base,
                             unsigned step) {
  float2* const at = floats(sink.to.points) + frame * sink.to.distance;
  const float2* const factors = floats(sink.factors);
#pragma unroll
  for (int slot = 0; slot < I::kSlots; ++slot) {
    const unsigned k = base + I::offset(slot) * step;
    const float2 factor = __ldg(factors + min(k, sink.length - 1));
    const float2 point = swapped_if(sink.swapped_again, product(swapped_if(sink.to.swapped, points[slot]), factor));
    if (k < sink.length) at[k] = point;
  }
}

// What is done with each transformed frame, and at the end of a group of them.
struct PointsKeeper {
  template <int Count>
  struct State {
    template <typename I, bool Once, typename Sink, int Points>
    __device__ void take(const Sink& sink, const float2 (&points)[Points], std::size_t frame, unsigned base,
                         unsigned step) {
      store<I, Once>(sink, points, frame, base, step);
    }
    template <typename I, typename Sink>
    __device__ void finish(const Sink&, unsigned, unsigned, unsigned, unsigned) {}
  };
};

// How samples of a format lie in memory. Reads both numbers of a sample at once, with kLift added to them, which does
// not affect the sum's last digits.
template <SampleFormat Format>
struct Sample;
// A byte among the digits of 2^15 is added to it in one instruction, whereas a conversion takes two.
template <>
struct Sample<SampleFormat::Cu8> {
  using Raw = std::uint16_t;
  static constexpr float kLift = 0x1p15F;
  static __device__ float2 lifted(Raw raw) {
    constexpr unsigned kLiftBits = 0x47000000;
    return {__uint_as_float(__byte_perm(raw, kLiftBits, 0x7404)), __uint_as_float(__byte_perm(raw, kLiftBits, 0x7414))};
  }
};
template <>
struct Sample<SampleFormat::Cs8> {
  using Raw = char2;
  static constexpr float kLift = 0;
  static __device__ float2 lifted(Raw raw) { return {static_cast<float>(raw.x), static_cast<float>(raw.y)}; }
};
template <>
struct Sample<SampleFormat::Cs16> {
  using Raw = short2;
  static constexpr float kLift = 0;
  static __device__ float2 lifted(Raw raw) { return {static_cast<float>(raw.x), static_cast<float>(raw.y)}; }
};
template <>
struct Sample<SampleFormat::Cf32> {
  using Raw = float2;
  static constexpr float kLift = 0;
  static __device__ float sound(float value) { return fabsf(value) < 1e6F ? value : 0.0F; }  // as kBroken
  static __device__ float2 lifted(Raw raw) { return {sound(raw.x), sound(raw.y)}; }
};

// `raw` gives the sample of a slot.
template <SampleFormat Format, typename I, int Count, typename RawOf>
__device__ inline void decode_samples(const SamplesSource& source, float2 (&points)[Count], std::size_t frame,
                                      unsigned base, unsigned step, RawOf raw) {
  constexpr float kLift = Sample<Format>::kLift;
  const float* const window = source.window + base;
  const auto decode_all = [&](auto without_zero) {
#pragma unroll
    for (int slot = 0; slot < I::kSlots; ++slot) {
      const float2 sample = without_zero(Sample<Format>::lifted(raw(slot)));
      const float weight = read_anew(window + I::offset(slot) * step);
      points[slot] = {sample.x * weight, sample.y * weight};
    }
  };
  if (source.zeros != nullptr) {
    const float2 zero = floats(source.zeros)[frame];
    decode_all([zero](float2 lifted) { return float2{(lifted.x - kLift) - zero.x, (lifted.y - kLift) - zero.y}; });
  } else {
    const float zero = kLift + source.zero;  // exact, as every format's own zero has few digits
    decode_all([zero](float2 lifted) { return float2{lifted.x - zero, lifted.y - zero}; });
  }
}

template <SampleFormat Format, typename I, bool Once, int Count>
__device__ inline void load_samples(const SamplesSource& source, float2 (&points)[Count], std::size_t frame,
                                    unsigned base, unsigned step) {
  using Raw = typename Sample<Format>::Raw;
  const auto* const at = reinterpret_cast<const Raw*>(source.iq) + frame * source.hop + base;
  decode_samples<Format, I>(source, points, frame, base, step,
                            [at, step](int slot) { return read<Once>(at + I::offset(slot) * step); });
}

template <typename I, bool Once, int Count>
__device__ inline void load(const SamplesSource& source, float2 (&points)[Count], std::size_t frame, unsigned base,
                            unsigned step) {
  switch (source.format) {
    case SampleFormat::Cu8:
      return load_samples<SampleFormat::Cu8, I, Once>(source, points, frame, base, step);
    case SampleFormat::Cs8:
      return load_samples<SampleFormat::Cs8, I, Once>(source, points, frame, base, step);
    case SampleFormat::Cs16:
      return load_samples<SampleFormat::Cs16, I, Once>(source, points, frame, base, step);
    case SampleFormat::Cf32:
      return load_samples<SampleFormat::Cf32, I, Once>(source, points, frame, base, step);
  }
}

// Folds frames in registers, and writes when a group is done; negative frequencies first.
template <bool Extremes>
struct PowerKeeper {
  template <int Count>
  struct State {
    float sum[Count], max[Extremes ? Count : 1], min[Extremes ? Count : 1];

    __device__ State() {
#pragma unroll
      for (int slot = 0; slot < Count; ++slot) {
        sum[slot] = 0;
        if constexpr (Extremes) {
          max[slot] = 0;
          min[slot] = INFINITY;
        }
      }
    }
    template <typename I, bool Once, int Points>
    __device__ void take(const PowerSink&, const float2 (&points)[Points], std::size_t, unsigned, unsigned) {
#pragma unroll
      for (int slot = 0; slot < I::kSlots; ++slot) {
        if constexpr (!Extremes) {
          sum[slot] = fmaf(points[slot].x, points[slot].x, fmaf(points[slot].y, points[slot].y, sum[slot]));
        } else {
          const float power = fmaf(points[slot].x, points[slot].x, points[slot].y * points[slot].y);
          sum[slot] += power;
          max[slot] = fmaxf(max[slot], power);
          min[slot] = fminf(min[slot], power);
        }
      }
    }
    template <typename I>
    __device__ void finish(const PowerSink& sink, unsigned group, unsigned bins, unsigned base, unsigned step) {
      float* const at = sink.levels + std::size_t{sink.first_group + group} * bins;
      const std::size_t block = std::size_t{sink.groups} * bins;
#pragma unroll
      for (int slot = 0; slot < I::kSlots; ++slot) {
        const unsigned k = base + I::offset(slot) * step, upper = bins - bins / 2;
        const unsigned bin = k < upper ? k + bins / 2 : k - upper;
        at[bin] = sum[slot];
        if constexpr (Extremes) {
          at[block + bin] = max[slot];
          at[2 * block + bin] = min[slot];
        }
      }
    }
  };
};

}  // namespace gpufft::cuda
