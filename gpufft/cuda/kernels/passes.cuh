// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/butterfly.cuh"
#include "gpufft/cuda/kernels/shape.h"

namespace gpufft::cuda {

// Which line a thread works on, and which of the line's threads it is.
struct Place {
  int thread, line;
};

// The other threads of the same lines: a warp's, or the block's.
template <typename S>
__device__ inline void wait_for_line() {
  if constexpr (S::kThreadsPerLine <= 32 && 32 % S::kThreadsPerLine == 0) {
    __syncwarp();
  } else {
    __syncthreads();
  }
}

// A table is read anew in every frame: what it holds would take more registers than there are.
__device__ inline float2 read_anew(const float2* at) {
  float2 value;
  asm volatile("ld.global.nc.v2.f32 {%0, %1}, [%2];" : "=f"(value.x), "=f"(value.y) : "l"(at));
  return value;
}
__device__ inline float read_anew(const float* at) {
  float value;
  asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(value) : "l"(at));
  return value;
}

template <typename S, int Pass>
__device__ inline void run_pass(float2 (&points)[S::kPoints], const float2* table, int thread) {
  constexpr int kRadix = S::kRadices[Pass], kJoined = S::joined_before(Pass);
#pragma unroll
  for (int q = 0; q < S::kPoints / kRadix; ++q) {
    float2 x[kRadix];
#pragma unroll
    for (int m = 0; m < kRadix; ++m) x[m] = points[q * kRadix + m];
    if constexpr (Pass == 0) {
      Butterfly<kRadix>::run(x);
    } else {
      float2 turns[Butterfly<kRadix>::kTurns];
      const float2* const at = table + S::turns_before(Pass) + (thread + q * S::kThreadsPerLine) % kJoined;
#pragma unroll
      for (int i = 0; i < Butterfly<kRadix>::kTurns; ++i) turns[i] = read_anew(at + i * kJoined);
      Butterfly<kRadix>::run(x, turns);
    }
#pragma unroll
    for (int m = 0; m < kRadix; ++m) points[q * kRadix + m] = x[m];
  }
}

// From the points as they are before the first pass to those after the last.
// The first pass may be made at another place than the rest. Unless the threads of a line are neighbours and stay at
// it, lines wait for the whole block.
template <typename S, bool BlockWide, int Pass = 0>
__device__ inline void transform(float2 (&points)[S::kPoints], float2* shared, const float2* table, Place first,
                                 Place rest) {
  const Place here = Pass == 0 ? first : rest;
  run_pass<S, Pass>(points, table, here.thread);
  if constexpr (Pass + 1 < S::kPasses) {
    const auto wait = [] {
      if constexpr (BlockWide) {
        __syncthreads();
      } else {
        wait_for_line<S>();
      }
    };
    wait();  // until what was there before is read
    float2* const to = shared + here.line * S::kPitch + S::gapped(After<S, Pass>::base(here.thread));
#pragma unroll
    for (int slot = 0; slot < S::kPoints; ++slot) to[S::gapped(After<S, Pass>::offset(slot))] = points[slot];
    wait();
    const float2* const from = shared + rest.line * S::kPitch + S::gapped(Before<S, Pass + 1>::base(rest.thread));
#pragma unroll
    for (int slot = 0; slot < S::kPoints; ++slot) points[slot] = from[S::gapped(Before<S, Pass + 1>::offset(slot))];
    transform<S, BlockWide, Pass + 1>(points, shared, table, first, rest);
  }
}

}  // namespace gpufft::cuda
