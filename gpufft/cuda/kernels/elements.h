// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "gpufft/cuda/kernels/lines.h"

namespace gpufft::cuda {

// The kernel of that name in device/elements.h. Blocks have the given number of threads; each item gets as many blocks
// as hold its elements. Throws std::out_of_range.
const void* element_kernel(std::string_view name);
constexpr unsigned kElementThreads = 256;

// Transposes a grid of rows x columns, for each item of a batch.
void transpose(unsigned rows, unsigned columns, unsigned batch, const Point* in, Point* out, Stream stream);

// Spectra in three steps, for lengths without their own kernels: samples to windowed points, and the power of points, a
// group of frames at a time, into levels like PowerSink's with maxima and minima.
void decode(const SamplesSource& source, unsigned bins, std::size_t first_frame, unsigned frames, Point* points,
            Stream stream);
void fold_power(const Point* points, unsigned bins, Groups groups, float* levels, Stream stream);

// Joins the levels of groups into those of rows, groups.per_row each.
void join_groups(const float* levels, unsigned bins, Groups groups, bool extremes, float* rows, Stream stream);

// Adds one row of levels to another.
void add_row(const float* levels, unsigned bins, float* row, Stream stream);

}  // namespace gpufft::cuda
