// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/any_butterfly.cuh"
#include "gpufft/cuda/kernels/shape.h"

namespace gpufft::cuda {

// A kernel that follows another one (see Launch) gets here before that has ended. What has been written is there from
// here on, and the kernel that follows this one may get ready.
__device__ inline void wait_for_kernel_before() {
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

// Which line a thread works on, and its index among the line's threads.
struct Place {
  int thread, line;
};

// Waits for the other threads of the same lines: a warp's, or the block's.
template <typename S>
__device__ inline void wait_for_line() {
  if constexpr (S::kThreadsPerLine <= 32 && 32 % S::kThreadsPerLine == 0) {
    __syncwarp();
  } else {
    __syncthreads();
  }
}

// Reads a table entry again in every frame: keeping the table would need more registers than there are.
__device__ inline float2 read_anew(const float2* at) {
  float2 value;
  asm volatile("ld.global.nc.v2.f32 {%0, %1}, [%2];" : "=f"(value.x), "=f"(value.y) : "l"(at));
  return value;
}
__device__ inline void read_two_anew(const float2* at, float2& first, float2& second) {
  asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(first.x), "=f"(first.y), "=f"(second.x), "=f"(second.y)
               : "l"(at));
}
__device__ inline float read_anew(const float* at) {
  float value;
  asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(value) : "l"(at));
  return value;
}

// For `Lines` lines, which share the turns.
template <typename S, int Pass, int Lines>
__device__ inline void run_pass(float2 (&lines)[Lines][S::kPoints], const float2* table, int thread) {
  constexpr int kRadix = S::kRadices[Pass], kJoined = S::joined_before(Pass), kTurns = turns_of(kRadix);
#pragma unroll
  for (int q = 0; q < S::rounds(Pass); ++q) {
    if (!Slots<S, Pass>::there(thread, q * kRadix)) break;
    float2 turns[kTurns];
    if constexpr (Pass > 0) {
      constexpr bool kInPairs = turns_in_pairs(S::kLength);
      const int point = (thread + q * S::kThreadsPerLine) % kJoined;
      const float2* const at = table + S::turns_before(Pass) + turn_place(kInPairs, kJoined, 0, point);
#pragma unroll
      for (int i = 0; i < kTurns; i += kInPairs ? 2 : 1) {
        const float2* const turn = at + turn_place(kInPairs, kJoined, i, 0);
        if constexpr (kInPairs) {
          read_two_anew(turn, turns[i], turns[i + 1]);
        } else {
          turns[i] = read_anew(turn);
        }
      }
    }
#pragma unroll
    for (int line = 0; line < Lines; ++line) {
      float2* const points = lines[line] + q * kRadix;
      float2 x[kRadix];
#pragma unroll
      for (int m = 0; m < kRadix; ++m) x[m] = points[m];
      if constexpr (Pass == 0) {
        butterfly(x);
      } else {
        butterfly(x, turns);
      }
#pragma unroll
      for (int m = 0; m < kRadix; ++m) points[m] = x[m];
    }
  }
}

// Unless the threads of a line are neighbours and stay so, lines wait for the whole block.
template <typename S, bool BlockWide>
struct Wait {
  __device__ void operator()() const {
    if constexpr (BlockWide) {
      __syncthreads();
    } else {
      wait_for_line<S>();
    }
  }
};

// From the points before the first pass to those after the last, of `Lines` lines per thread. The first pass may use
// another thread order than the rest. `begin` waits until shared memory may be written.
template <typename S, bool BlockWide, int Lines, int Pass = 0, typename Begin = Wait<S, BlockWide>>
__device__ inline void transform_lines(float2 (&lines)[Lines][S::kPoints], float2* shared, const float2* table,
                                       Place first, Place rest, Begin begin = {}) {
  const Place here = Pass == 0 ? first : rest;
  run_pass<S, Pass>(lines, table, here.thread);
  if constexpr (Pass + 1 < S::kPasses) {
    constexpr Wait<S, BlockWide> wait;
    begin();  // until the previous contents have been read
    using Places = Exchange<S, Pass>;
    float2* const to = shared + here.line * Lines * S::kPitch;
#pragma unroll
    for (int line = 0; line < Lines; ++line)
#pragma unroll
      for (int slot = 0; slot < Slots<S, Pass>::kSlots; ++slot)
        if (Slots<S, Pass>::there(here.thread, slot))
          to[line * S::kPitch + Places::written(here.thread, slot)] = lines[line][slot];
    wait();
    const float2* const from = shared + rest.line * Lines * S::kPitch;
#pragma unroll
    for (int line = 0; line < Lines; ++line)
#pragma unroll
      for (int slot = 0; slot < Slots<S, Pass + 1>::kSlots; ++slot)
        if (Slots<S, Pass + 1>::there(rest.thread, slot))
          lines[line][slot] = from[line * S::kPitch + Places::read(rest.thread, slot)];
    transform_lines<S, BlockWide, Lines, Pass + 1>(lines, shared, table, first, rest);
  }
}

template <typename S, bool BlockWide, typename Begin = Wait<S, BlockWide>>
__device__ inline void transform(float2 (&points)[S::kPoints], float2* shared, const float2* table, Place first,
                                 Place rest, Begin begin = {}) {
  transform_lines<S, BlockWide>(reinterpret_cast<float2(&)[1][S::kPoints]>(points), shared, table, first, rest, begin);
}

}  // namespace gpufft::cuda
