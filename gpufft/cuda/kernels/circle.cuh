// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/passes.cuh"

namespace gpufft::cuda {

// exp(-2 pi i part / 2^log2_parts), for up to 2^26 parts: the fraction of a turn is exact, and between -1/2 and 1/2.
__device__ inline float2 turn_by(unsigned part, unsigned log2_parts) {
  const int centered = static_cast<int>(part << (32 - log2_parts));  // a whole turn is 2^32
  float sine, cosine;
  sincospif(-0x1p-31F * static_cast<float>(centered), &sine, &cosine);
  return {cosine, sine};
}

// Turns point m by start * step^m, where steps[i] is step to the power of 2^i: products of few exact factors, so that
// errors do not accumulate.
template <int Count>
__device__ inline void turn_each(float2* points, float2 start, const float2* steps) {
  if constexpr (Count == 1) {
    *points = product(*points, start);
  } else {
    constexpr int kHalf = Count / 2;
    turn_each<kHalf>(points, start, steps);
    turn_each<kHalf>(points + kHalf, product(start, steps[__builtin_ctz(kHalf)]), steps);
  }
}

// Turns the results of a column's passes by exp(-2 pi i column k / 2^log2_parts), k being the index of each point.
template <typename S>
__device__ inline void turn_column(float2 (&points)[S::kPoints], int thread, unsigned column, unsigned log2_parts) {
  constexpr int kRadix = Result<S>::kRadix, kSteps = __builtin_ctz(kRadix);
  float2 steps[kSteps];
#pragma unroll
  for (int i = 0; i < kSteps; ++i) steps[i] = turn_by(column * (Result<S>::kJoined << i), log2_parts);
#pragma unroll
  for (int q = 0; q < S::kPoints / kRadix; ++q)
    turn_each<kRadix>(points + q * kRadix, turn_by(column * (thread + q * S::kThreadsPerLine), log2_parts), steps);
}

}  // namespace gpufft::cuda
