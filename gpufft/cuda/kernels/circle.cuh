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

// Turns the results of a column's passes by exp(-2 pi i column k / parts), k being the index of each point. A thread
// makes the turns of all its points from a few: powers of the step from one of its results to the next, and the first
// of each round.
template <typename S>
constexpr int kColumnSteps = std::bit_width(static_cast<unsigned>(Result<S>::kRadix - 1));
template <typename S>
constexpr int kColumnTurns = kColumnSteps<S> + S::rounds(S::kPasses - 1);

template <typename S>
__device__ inline float2 column_turn(int index, int thread, unsigned column, std::uint64_t unit) {
  const int round = index - kColumnSteps<S>;
  return turn_by(column * (round < 0 ? Result<S>::kJoined << index : thread + round * S::kThreadsPerLine), unit);
}

template <typename S, typename TurnOf>
__device__ inline void turn_column_by(float2 (&points)[S::kPoints], TurnOf turn_of) {
  constexpr int kRadix = Result<S>::kRadix;
  float2 steps[kColumnSteps<S>];
#pragma unroll
  for (int i = 0; i < kColumnSteps<S>; ++i) steps[i] = turn_of(i);
#pragma unroll
  for (int q = 0; q < S::rounds(S::kPasses - 1); ++q)
    turn_each<kRadix>(points + q * kRadix, turn_of(kColumnSteps<S> + q), steps);
}
template <typename S>
__device__ inline void turn_column(float2 (&points)[S::kPoints], int thread, unsigned column, std::uint64_t unit) {
  turn_column_by<S>(points, [=](int index) { return column_turn<S>(index, thread, column, unit); });
}

// For a thread that does the same column again and again: its turns, in the block's shared memory.
template <typename S>
class KeptTurns {
 public:
  // `place` is the thread's among those of its column.
  __device__ KeptTurns(float2* shared, int thread, int place, unsigned column, std::uint64_t unit)
      : kept_(shared + thread) {
    for (int i = 0; i < kColumnTurns<S>; ++i) kept_[i * S::kThreads] = column_turn<S>(i, place, column, unit);
  }
  __device__ void turn(float2 (&points)[S::kPoints]) const {
    turn_column_by<S>(points, [this](int index) { return kept_[index * S::kThreads]; });
  }

 private:
  float2* kept_;
};

}  // namespace gpufft::cuda
