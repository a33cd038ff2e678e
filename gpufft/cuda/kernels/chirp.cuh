// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/any_butterfly.cuh"
#include "gpufft/cuda/kernels/frames.cuh"

namespace gpufft::cuda {

// a + b * exp(-2 pi i part / Parts); the part is a compile-time constant.
template <int Parts>
__device__ inline float2 plus_turned(float2 a, float2 b, int part) {
  part %= Parts;
  if (part == 0) return {a.x + b.x, a.y + b.y};
  if (2 * part == Parts) return {a.x - b.x, a.y - b.y};
  if constexpr (Parts % 2 == 1) {
    const int folded = part <= Parts / 2 ? part : Parts - part;
    const float cosine = odd_cosine<Parts>(folded);
    const float sine = part == folded ? odd_sine<Parts>(folded) : -odd_sine<Parts>(folded);
    return {fmaf(cosine, b.x, fmaf(sine, b.y, a.x)), fmaf(cosine, b.y, fmaf(-sine, b.x, a.y))};
  } else {
    static_assert(Parts == 2 || Parts == 4);
    return part == 1 ? float2{a.x + b.y, a.y - b.x} : float2{a.x - b.y, a.y + b.x};
  }
}

// Zero where no point exists.
__device__ inline float2 read_if(bool there, const float2* at) {
  float2 value;
  asm volatile(
      "{ .reg .pred there; setp.ne.u32 there, %3, 0; mov.b32 %0, 0; mov.b32 %1, 0;"
      " @there ld.global.nc.v2.f32 {%0, %1}, [%2]; }"
      : "=&f"(value.x), "=&f"(value.y)
      : "l"(at), "r"(static_cast<unsigned>(there)));
  return value;
}
// Returns the same number, but hides that from the compiler, which so cannot keep values derived from it.
__device__ inline unsigned forgotten(unsigned number) {
  asm volatile("" : "+r"(number));
  return number;
}

// A padded frame has `Lines` legs, of which those from the middle on are all zeros, or not needed. Transforms across
// the legs into lines, or from lines; point n of line k is turned by turn^k.
template <int Lines>
struct Legs {
  static constexpr int kCount = (Lines + 1) / 2;

  static __device__ void powers(float2 turn, float2 (&turns)[Lines]) {
    turns[0] = {1, 0};
    turns[1] = turn;
#pragma unroll
    for (int k = 2; k < Lines; ++k) turns[k] = product(turns[k / 2], turns[k - k / 2]);
  }
  template <int Points>
  static __device__ void spread(const float2 (&legs)[kCount], float2 turn, float2 (&lines)[Lines][Points], int slot) {
    float2 turns[Lines];
    powers(turn, turns);
#pragma unroll
    for (int k = 0; k < Lines; ++k) {
      float2 sum = legs[0];
#pragma unroll
      for (int m = 1; m < kCount; ++m) sum = plus_turned<Lines>(sum, legs[m], k * m);
      lines[k][slot] = k == 0 ? sum : product(sum, turns[k]);
    }
  }
  template <int Points>
  static __device__ void gather(const float2 (&lines)[Lines][Points], float2 turn, float2 (&legs)[kCount], int slot) {
    float2 turns[Lines];
    powers(turn, turns);
#pragma unroll
    for (int m = 0; m < kCount; ++m) legs[m] = lines[0][slot];
#pragma unroll
    for (int k = 1; k < Lines; ++k) {
      const float2 turned = product(lines[k][slot], turns[k]);
#pragma unroll
      for (int m = 0; m < kCount; ++m) legs[m] = plus_turned<Lines>(legs[m], turned, k * m);
    }
  }
};

// Bluestein's algorithm within a block: frames times chirp, transform of their lines, times response, second transform,
// times chirp. `S` shapes a line and says how many frames are in a block; every thread holds the same points of all
// lines of its frame. A transform that ends with the radix that it began with leaves points where the next one needs
// them.
template <int Lines, typename S, int MinBlocks>
__global__ void __launch_bounds__(S::kThreads, MinBlocks) chirp_kernel(ChirpTask task, const Point* table) {
  static_assert(S::kFirst == S::kLast);
  constexpr int kLegs = Legs<Lines>::kCount;
  using Points = Start<S>;
  extern __shared__ float2 shared[];
  const int thread = static_cast<int>(threadIdx.x);
  const Place place{thread % S::kThreadsPerLine, thread / S::kThreadsPerLine};
  const unsigned frame = blockIdx.x * S::kLines + place.line, base = Points::base(place.thread);
  const unsigned count = task.length > base ? task.length - base : 0;  // points of the frame from here on
  const float2* const from = floats(task.from.points) + min(frame, task.frames - 1) * task.from.distance + base;
  const float2 *const chirp = floats(task.chirp) + base, *const turns = floats(task.turns) + base;
  float2 lines[Lines][S::kPoints];
#pragma unroll
  for (int slot = 0; slot < S::kPoints; ++slot) {
    float2 legs[kLegs];
#pragma unroll
    for (int m = 0; m < kLegs; ++m) {
      const unsigned n = Points::offset(slot) + m * S::kLength;
      legs[m] = product(swapped_if(task.from.swapped, read_if(n < count, from + n)), read_if(n < count, chirp + n));
    }
    Legs<Lines>::spread(legs, read_anew(turns + Points::offset(slot)), lines, slot);
  }
  if (frame + task.from.ahead < task.frames)
    fetch<S>(floats(task.from.points) + (frame + task.from.ahead) * task.from.distance, task.length * sizeof(float2),
             place.thread);
  transform_lines<S, false>(lines, shared, floats(table), place, place);
  const float2* const response = floats(task.response) + base;
#pragma unroll
  for (int k = 0; k < Lines; ++k) {
#pragma unroll
    for (int slot = 0; slot < S::kPoints; ++slot) {
      const float2 bin = product(lines[k][slot], read_anew(response + k * S::kLength + Points::offset(slot)));
      lines[k][slot] = {bin.y, bin.x};  // makes the second transform the inverse
    }
  }
  transform_lines<S, false>(lines, shared, floats(table), place, place);
  if (frame >= task.frames) return;
  float2* const to = floats(task.to.points) + frame * task.to.distance + base;
  const unsigned left = forgotten(count);
#pragma unroll
  for (int slot = 0; slot < S::kPoints; ++slot) {
    float2 legs[kLegs];
    Legs<Lines>::gather(lines, read_anew(turns + Points::offset(slot)), legs, slot);
#pragma unroll
    for (int m = 0; m < kLegs; ++m) {
      const unsigned n = Points::offset(slot) + m * S::kLength;
      const float2 factor = read_if(n < left, chirp + n);
      const float2 point = swapped_if(task.to.swapped, product(float2{legs[m].y, legs[m].x}, factor));
      if (n < left) to[n] = point;
    }
  }
}

}  // namespace gpufft::cuda
