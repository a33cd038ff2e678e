// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/frames.cuh"
#include "gpufft/cuda/kernels/variants.h"

namespace gpufft::cuda {

// At least `MinBlocks` blocks per multiprocessor, `MeanBlocks` for spectra with sums only: the compiler limits
// registers accordingly. Maxima and minima need more registers.
template <typename S, int MinBlocks = 1, int MeanBlocks = MinBlocks>
FramesVariant frames_variant() {
  constexpr int kFewer = MinBlocks > 2 ? MinBlocks - 1 : MinBlocks;
  return {facts_of<S>(), MinBlocks,
          reinterpret_cast<const void*>(&frames_kernel<S, MinBlocks, PointsKeeper, PointsSource, PointsSink>),
          reinterpret_cast<const void*>(&frames_kernel<S, MeanBlocks, PowerKeeper<false>, SamplesSource, PowerSink>),
          reinterpret_cast<const void*>(&frames_kernel<S, kFewer, PowerKeeper<true>, SamplesSource, PowerSink>)};
}

// Lengths of several primes, by points per thread and radices: as many short lines as fill the warps of a block best,
// or one long one; as many blocks as have room for their points and some registers more.
template <int Points, int... Radices>
struct SmoothFrames {
  static constexpr int kLength = (1 * ... * Radices), kThreadsPerLine = kLength / Points;
  static constexpr int warps(int lines) { return (lines * kThreadsPerLine + 31) / 32; }
  static constexpr int kLines = [] {
    constexpr int kMostWarps = 10, kLong = 4;
    int best = 1;
    for (int lines = 2; warps(1) < kLong && warps(lines) <= kMostWarps; ++lines)
      if (lines * warps(best) > best * warps(lines)) best = lines;
    return best;
  }();
  using S = Shape<kLength, kLines, Points, Radices...>;
  static constexpr int blocks(int spare_registers) {
    constexpr int kRegisters = 65536, kSharedBytes = 227 * 1024, kOfDriver = 1024, kThreads = 2048;
    const int threads = 32 * warps(kLines), registers = (2 * S::kPoints + spare_registers + 7) / 8 * 8;
    const int by_shared = kSharedBytes / (static_cast<int>(S::kSharedBytes) + kOfDriver);
    return std::max(1, std::min({kRegisters / registers / threads, by_shared, kThreads / threads}));
  }
  // Where many blocks fit, large radices do better with fewer of them that keep all numbers in registers (2400 points:
  // 3 %), where few fit with one more (5000: 14 %).
  static constexpr int kBlocks = S::kPoints >= 18 && blocks(28) >= 5 ? blocks(36) : blocks(28);
};
template <typename S, int MinBlocks>
FramesVariant points_frames() {
  return {facts_of<S>(), MinBlocks,
          reinterpret_cast<const void*>(&frames_kernel<S, MinBlocks, PointsKeeper, PointsSource, PointsSink>), nullptr,
          nullptr};
}
template <int Points, int... Radices>
FramesVariant smooth_frames() {
  using F = SmoothFrames<Points, Radices...>;
  return points_frames<typename F::S, F::kBlocks>();
}

}  // namespace gpufft::cuda
