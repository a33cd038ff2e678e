// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/convolution.cuh"
#include "gpufft/cuda/kernels/variants.h"

namespace gpufft::cuda {

// Points alone.
template <typename S, int MinBlocks = 1>
GridVariant points_grid() {
  GridVariant made{facts_of<S>()};
  made.columns_of_points = reinterpret_cast<const void*>(&columns_kernel<S, MinBlocks, PointsSource, TurnedSink>);
  made.rows_to_points = reinterpret_cast<const void*>(&rows_kernel<S, MinBlocks, PointsKeeper, PointsSink>);
  return made;
}

// And convolutions.
template <typename S, int MinBlocks>
GridVariant convolution_grid() {
  GridVariant made = points_grid<S, MinBlocks>();
  made.columns_of_factored = reinterpret_cast<const void*>(&columns_kernel<S, MinBlocks, FactoredSource, TurnedSink>);
  made.convolution = reinterpret_cast<const void*>(&convolve_kernel<S, MinBlocks>);
  made.columns_to_factored = reinterpret_cast<const void*>(&columns_kernel<S, MinBlocks, PointsSource, FactoredSink>);
  return made;
}

// And spectra.
template <typename S, int MinBlocks>
GridVariant full_grid() {
  GridVariant made = convolution_grid<S, MinBlocks>();
  made.columns_of_samples = reinterpret_cast<const void*>(&columns_kernel<S, MinBlocks, SamplesSource, TurnedSink>);
  made.rows_to_mean = reinterpret_cast<const void*>(&rows_kernel<S, MinBlocks, PowerKeeper<false>, PowerSink>);
  made.rows_to_power = reinterpret_cast<const void*>(&rows_kernel<S, 1, PowerKeeper<true>, PowerSink>);
  return made;
}

}  // namespace gpufft::cuda
