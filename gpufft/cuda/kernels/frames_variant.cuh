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
  return {facts_of<S>(),
          MinBlocks,
          reinterpret_cast<const void*>(&frames_kernel<S, MinBlocks, PointsKeeper, PointsSource, PointsSink>),
          reinterpret_cast<const void*>(&frames_kernel<S, MinBlocks, PointsKeeper, FactoredSource, FactoredSink>),
          reinterpret_cast<const void*>(&frames_kernel<S, MeanBlocks, PowerKeeper<false>, SamplesSource, PowerSink>),
          reinterpret_cast<const void*>(&frames_kernel<S, kFewer, PowerKeeper<true>, SamplesSource, PowerSink>)};
}

}  // namespace gpufft::cuda
