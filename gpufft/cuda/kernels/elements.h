// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "gpufft/cuda/kernels/lines.h"

namespace gpufft::cuda {

// The kernel of that name in device/elements.h, for blocks of so many threads: as many blocks as hold an item's
// elements, for each item. Throws std::out_of_range.
const void* element_kernel(std::string_view name);
constexpr unsigned kElementThreads = 256;

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
