// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

#include "gpufft/cuda/kernels/passes.cuh"

namespace gpufft::cuda {

// exp(-2 pi i part / parts), for up to 2^26 parts, where `unit` is 2^64 / parts: the fraction of a turn is exact for a
// power of two and 2^-38 off at most for others, and between -1/2 and 1/2.
__device__ inline float2 turn_by(unsigned part, std::uint64_t unit) {
  const int centered = static_cast<int>((part * unit) >> 32);  // a whole turn is 2^32
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
    constexpr int kPower = std::bit_width(static_cast<unsigned>(Count - 1)) - 1, kFirst = 1 << kPower;
    turn_each<kFirst>(points, start, steps);
    turn_each<Count - kFirst>(points + kFirst, product(start, steps[kPower]), steps);
  }
}

// Turns the results of a column's passes by exp(-2 pi i column k / parts), k being the index of each point.
template <typename S>
__device__ inline void turn_column(float2 (&points)[S::kPoints], int thread, unsigned column, std::uint64_t unit) {
  constexpr int kRadix = Result<S>::kRadix, kSteps = std::bit_width(static_cast<unsigned>(kRadix - 1));
  float2 steps[kSteps];
#pragma unroll
  for (int i = 0; i < kSteps; ++i) steps[i] = turn_by(column * (Result<S>::kJoined << i), unit);
#pragma unroll
  for (int q = 0; q < S::rounds(S::kPasses - 1); ++q)
    turn_each<kRadix>(points + q * kRadix, turn_by(column * (thread + q * S::kThreadsPerLine), unit), steps);
}

}  // namespace gpufft::cuda
