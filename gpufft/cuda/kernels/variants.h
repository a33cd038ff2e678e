// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "gpufft/cuda/kernels/shape.h"

namespace gpufft::cuda {

// A Shape, for host code.
struct ShapeFacts {
  int length, lines, points, threads;
  std::size_t shared_bytes;
  std::vector<int> radices;
};
template <typename S>
ShapeFacts facts_of() {
  return {S::kLength, S::kLines, S::kPoints, S::kThreads, S::kSharedBytes, {S::kRadices.begin(), S::kRadices.end()}};
}

// Kernels of this build, each compiled for a shape. Where a length has several, the tuner measures which is best.
struct FramesVariant {
  ShapeFacts shape;
  int least_blocks;    // per multiprocessor, for which registers were limited
  const void* points;  // plain transforms: (PointsSource, PointsSink, table, Groups)
  const void* mean;    // spectra: (SamplesSource, PowerSink, table, Groups), sums only
  const void* power;   // sums, maxima and minima; null, like the one before it: not in this build
};
struct ClusterVariant {
  ShapeFacts columns, rows;
  int blocks;  // per cluster
  std::size_t shared_bytes;
  const void *points, *mean, *power;  // any number of clusters share the groups among them

  int length() const { return columns.length * rows.length; }
};
struct GridVariant {  // the same shape for columns and rows
  ShapeFacts shape;
  const void *columns_of_points, *columns_of_samples;         // (source, TurnedSink, columns, table)
  const void *rows_to_points, *rows_to_mean, *rows_to_power;  // (RowsTask, sink, table, Groups)
  // A convolution's first columns (FactoredSource, TurnedSink, columns, table), its rows (ConvolutionTask, table), its
  // last columns (PointsSource, FactoredSink, columns, table).
  const void *columns_of_factored, *convolution, *columns_to_factored;
};
struct ChirpVariant {
  ShapeFacts line;
  int lines;           // per frame
  const void* kernel;  // (ChirpTask, table)

  int padded() const { return line.length * lines; }
  int frames() const { return line.lines; }  // per block
  std::size_t shared_bytes() const { return line.shared_bytes * static_cast<std::size_t>(lines); }
};

std::span<const ChirpVariant> chirp_variants();
std::span<const FramesVariant> frames_variants();
std::span<const ClusterVariant> cluster_variants();
std::span<const GridVariant> grid_variants();
std::span<const FramesVariant> few_frames_variants();  // for few transforms, in many threads of few points
std::span<const GridVariant> few_grid_variants();

}  // namespace gpufft::cuda
