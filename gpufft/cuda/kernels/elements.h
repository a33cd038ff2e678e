// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/lines.h"

namespace gpufft::cuda {

// What is done point by point, for `batch` transforms that lie side by side. `turns` are exp(-2 pi i k / length) or,
// for cosine transforms, exp(-pi i k / (2 length)), for k up to half the length.
struct RealTask {
  unsigned length, batch;
  const Point* turns;
};
void widen(RealTask task, const float* reals, Point* points,
           Stream stream);  // odd lengths: real points as complex ones
void first_bins(RealTask task, const Point* all, Point* bins, Stream stream);  // those that are no mirror images
void all_bins(RealTask task, const Point* bins, Point* all, Stream stream);    // and back
void real_parts(RealTask task, const Point* points, float* reals, Stream stream);
void split_halves(RealTask task, const Point* halves, Point* bins,
                  Stream stream);  // even lengths: of x[2n] + i x[2n+1]
void join_halves(RealTask task, const Point* bins, Point* halves, Stream stream);
void order_for_cosines(RealTask task, const float* points, float* ordered, Stream stream);  // even ones, odd ones back
void order_back(RealTask task, const float* ordered, float* points, Stream stream);
void bins_to_cosines(RealTask task, const Point* bins, float* cosines, Stream stream);
void cosines_to_bins(RealTask task, const float* cosines, Point* bins, Stream stream);

// A grid of rows x columns, for each of a batch.
void transpose(unsigned rows, unsigned columns, unsigned batch, const Point* in, Point* out, Stream stream);

// Spectra in three steps, for lengths without kernels of their own: samples to windowed points, and the power of
// points, a group of frames at a time, levels as PowerSink's with maxima and minima.
void decode(const SamplesSource& source, unsigned bins, std::size_t first_frame, unsigned frames, Point* points,
            Stream stream);
void fold_power(const Point* points, unsigned bins, Groups groups, float* levels, Stream stream);

// Levels of groups to those of rows, each of groups.per_row.
void join_groups(const float* levels, unsigned bins, Groups groups, bool extremes, float* rows, Stream stream);

// A row of levels to another.
void add_row(const float* levels, unsigned bins, float* row, Stream stream);

}  // namespace gpufft::cuda
