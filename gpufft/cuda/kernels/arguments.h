// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "gpufft/spectrum.h"

namespace gpufft::cuda {

// What kernels are given. All pointers are the device's; `Point` stands for CUDA's float2, which hosts need not know.
struct Point {
  float re, im;
};

// Points of complex transforms. The inverse transform is the forward one with real and imaginary parts exchanged at
// both ends.
struct PointsSource {
  const Point* points;
  std::size_t distance;  // from a transform to the next
  bool swapped;
  unsigned ahead = 0;  // transforms after which one comes to the same place of the device, if that is worth knowing
};
struct PointsSink {
  Point* points;
  std::size_t distance;
  bool swapped;
};

// The same for a transform that is part of a convolution: there are points up to a length, zeros behind them, and each
// is multiplied by a factor of its own (null: 1), after it has been swapped and, at the sink, before it is swapped
// again.
struct FactoredSource {
  PointsSource from;
  unsigned length;
  const Point* factors;
};
struct FactoredSink {
  PointsSink to;
  unsigned length;
  const Point* factors;
  bool swapped_again;
};

// Transforms of any length as convolutions with a chirp, over a padded length, which is a few lines.
struct ChirpTask {
  PointsSource from;
  PointsSink to;
  unsigned length, frames;
  const Point* chirp;     // of `length` points
  const Point* response;  // the chirp's bins, those that a line makes side by side
  const Point* turns;     // exp(-2 pi i n / padded), for every point of a line
};

// Samples of spectra.
struct SamplesSource {
  const std::byte* iq;
  std::size_t hop;  // samples
  SampleFormat format;
  const float* window;
  const Point* zeros;  // what samples of each frame count without a signal; null: `zero`, both parts
  float zero;
};

// Sums, and maxima and minima if wanted, of each group of frames: three blocks of `groups` times bins.
struct PowerSink {
  float* levels;
  unsigned first_group, groups;  // of those in `levels`
};

// Frames that are folded together by the same threads. A row of frames has one group or several.
struct Groups {
  unsigned count;
  unsigned per_row;         // groups
  unsigned frames_per_row;  // in all its groups
  unsigned frames_each;     // but for the last of a row, which may have less
};

// The columns of grids, turned and written where they were.
struct ColumnsTask {
  Point* grid;  // of each frame, one after the other
  unsigned columns, log2_points;
};

// Rows of grids. Row r of a frame begins at r * row_distance, and its bin k is bin r + k * step of the frame. A frame
// may be a stack of grids, whose rows of the same number lie stack_distance apart and make bins `rows` apart.
struct RowsTask {
  const Point* grid;
  unsigned frame_points, rows, row_distance, step;
  unsigned stacked, stack_distance;
  unsigned first_group, first_frame;  // of those in the grid
};

}  // namespace gpufft::cuda
