// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpufft/spectrum.h"

namespace gpufft::cuda {

// Arguments of kernels. All pointers are the device's; `Point` stands for CUDA's float2, so that host code needs no
// CUDA headers.
struct Point {
  float re, im;
};

// Points of complex transforms. The inverse transform is the forward one with real and imaginary parts exchanged at
// both ends.
struct PointsSource {
  const Point* points;
  std::size_t distance;  // from one transform to the next
  bool swapped;
  unsigned ahead = 0;  // transforms until the same place of the device is in use again; 0: do not prefetch
};
struct PointsSink {
  Point* points;
  std::size_t distance;
  bool swapped;
};

// The same for a transform that is part of a convolution: points up to a length, zeros after them, each multiplied by
// its own factor, after the swap at the source and before it at the sink.
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

// Transforms of any length as convolutions with a chirp, over a padded length of a few lines.
struct ChirpTask {
  PointsSource from;
  PointsSink to;
  unsigned length, frames;
  const Point* chirp;     // `length` points
  const Point* response;  // the chirp's bins, those of each line contiguous
  const Point* turns;     // exp(-2 pi i n / padded), for every point of a line
};

// Samples of spectra.
struct SamplesSource {
  const std::byte* iq;
  std::size_t hop;  // samples
  SampleFormat format;
  const float* window;
  const Point* zeros;  // value of each frame's samples at silence; null: `zero`, both parts
  float zero;
};

// Sums, and optionally maxima and minima, of each group of frames: three blocks of `groups` times bins.
struct PowerSink {
  float* levels;
  unsigned first_group, groups;  // in `levels`
};

// Frames that the same threads fold together. A row of frames has one group or several.
struct Groups {
  unsigned count;
  unsigned per_row;         // groups
  unsigned frames_per_row;  // in all its groups together
  unsigned frames_each;     // except the last of a row, which may have fewer
};

// The columns of grids, turned and written back in place.
struct TurnedSink {
  Point* grid;      // frames one after the other
  unsigned points;  // of a frame
  std::uint64_t unit;
};
// The unit in which kernels count parts of a turn, so that whole turns overflow: 2^64 / parts.
constexpr std::uint64_t unit_of(std::uint64_t parts) { return ~std::uint64_t{0} / parts + 1; }

// Rows of grids between two transforms of their points: times the response, whose bins are in the order of the rows.
struct ConvolutionTask {
  Point* grid;
  unsigned lines, rows;  // in all frames, in each
  const Point* response;
  std::uint64_t unit;
};

// Rows of grids. Row r of a frame begins at r * row_distance, and its bin k is bin r + k * step of the frame. A frame
// may be a stack of grids, whose rows of the same index lie stack_distance apart and make bins `rows` apart.
struct RowsTask {
  const Point* grid;
  unsigned frame_points, rows, row_distance, step;
  unsigned stacked, stack_distance;
  unsigned first_group, first_frame;  // in the grid
};

}  // namespace gpufft::cuda
