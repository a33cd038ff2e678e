// SPDX-License-Identifier: MIT
#include <map>

#include "gpufft/cuda/errors.h"
#include "gpufft/cuda/kernels/elements.h"
#include "gpufft/cuda/kernels/ends.cuh"

namespace gpufft::cuda {
namespace {

constexpr unsigned kThreads = kElementThreads;

// Calls `make(item, i)` for every i < count of every item of a batch.
template <typename Make>
__global__ void __launch_bounds__(kThreads) each_kernel(unsigned count, Make make) {
  const unsigned blocks = (count + kThreads - 1) / kThreads;
  const unsigned i = blockIdx.x % blocks * kThreads + threadIdx.x;
  if (i < count) make(std::size_t{blockIdx.x / blocks}, i);
}
template <typename Make>
void for_each(unsigned count, unsigned batch, Stream stream, Make make) {
  each_kernel<<<(count + kThreads - 1) / kThreads * batch, kThreads, 0, stream>>>(count, make);
  check(cudaGetLastError(), "points one by one");
}

__device__ float2 operator+(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
__device__ float2 operator-(float2 a, float2 b) { return {a.x - b.x, a.y - b.y}; }
__device__ float2 operator*(float a, float2 b) { return {a * b.x, a * b.y}; }

// The macros that device/elements.h requires.
#define GPUFFT_ELEMENTS(...) __VA_ARGS__
#define POINT(re, im) make_float2((re), (im))
#define FUNCTION __device__
#define GLOBAL
#define EACH(name, In, Out)                   \
  __global__ void __launch_bounds__(kThreads) \
      name(const In* in, Out* out, unsigned size, unsigned other_size, const float2* table, int swapped)
#define HERE                                                          \
  const unsigned blocks = (size + kThreads - 1) / kThreads;           \
  const unsigned n = blockIdx.x % blocks * kThreads + threadIdx.x;    \
  const std::size_t item = blockIdx.x / blocks, at = item * size + n; \
  if (n >= size) return
#pragma nv_diag_suppress 177  // not every kernel uses all of HERE
namespace element {
#include "gpufft/device/elements.h"
}
#pragma nv_diag_default 177
#undef GPUFFT_ELEMENTS
#undef POINT
#undef FUNCTION
#undef GLOBAL
#undef EACH
#undef HERE

constexpr unsigned kTile = 32, kTileRows = 8;
__global__ void __launch_bounds__(kTile* kTileRows)
    transpose_kernel(unsigned rows, unsigned columns, const Point* in, Point* out) {
  __shared__ float2 tile[kTile][kTile + 1];
  const unsigned across = (columns + kTile - 1) / kTile, down = (rows + kTile - 1) / kTile;
  const std::size_t grid = std::size_t{blockIdx.x / across / down} * rows * columns;
  const unsigned first_column = blockIdx.x % across * kTile, first_row = blockIdx.x / across % down * kTile;
  for (unsigned i = threadIdx.y; i < kTile; i += kTileRows) {
    const unsigned row = first_row + i, column = first_column + threadIdx.x;
    if (row < rows && column < columns) tile[i][threadIdx.x] = floats(in)[grid + std::size_t{row} * columns + column];
  }
  __syncthreads();
  for (unsigned i = threadIdx.y; i < kTile; i += kTileRows) {
    const unsigned column = first_column + i, row = first_row + threadIdx.x;
    if (row < rows && column < columns) floats(out)[grid + std::size_t{column} * rows + row] = tile[threadIdx.x][i];
  }
}

// Storage for a single sample, for load().
struct Alone {
  static constexpr int kSlots = 1;
  static __device__ constexpr int offset(int) { return 0; }
};

}  // namespace

const void* element_kernel(std::string_view name) {
  static const std::map<std::string_view, const void*> kernels{
      {"split_bins", reinterpret_cast<const void*>(&element::split_bins)},
      {"join_bins", reinterpret_cast<const void*>(&element::join_bins)},
      {"widen", reinterpret_cast<const void*>(&element::widen)},
      {"narrow", reinterpret_cast<const void*>(&element::narrow)},
      {"first_bins", reinterpret_cast<const void*>(&element::first_bins)},
      {"mirror_bins", reinterpret_cast<const void*>(&element::mirror_bins)},
      {"to_cosine_order", reinterpret_cast<const void*>(&element::to_cosine_order)},
      {"from_cosine_order", reinterpret_cast<const void*>(&element::from_cosine_order)},
      {"cosines_of_bins", reinterpret_cast<const void*>(&element::cosines_of_bins)},
      {"bins_of_cosines", reinterpret_cast<const void*>(&element::bins_of_cosines)},
      {"chirp_in", reinterpret_cast<const void*>(&element::chirp_in)},
      {"multiply", reinterpret_cast<const void*>(&element::multiply)},
      {"chirp_out", reinterpret_cast<const void*>(&element::chirp_out)}};
  return kernels.at(name);
}

void transpose(unsigned rows, unsigned columns, unsigned batch, const Point* in, Point* out, Stream stream) {
  const unsigned tiles = (columns + kTile - 1) / kTile * ((rows + kTile - 1) / kTile);
  transpose_kernel<<<tiles * batch, dim3(kTile, kTileRows), 0, stream>>>(rows, columns, in, out);
  check(cudaGetLastError(), "a transpose");
}

void decode(const SamplesSource& source, unsigned bins, std::size_t first_frame, unsigned frames, Point* points,
            Stream stream) {
  for_each(bins, frames, stream, [=] __device__(std::size_t item, unsigned n) {
    float2 point[1];
    load<Alone, false>(source, point, first_frame + item, n, 1);
    points[item * bins + n] = {point[0].x, point[0].y};
  });
}

void fold_power(const Point* points, unsigned bins, Groups groups, float* levels, Stream stream) {
  for_each(bins, groups.count, stream, [=] __device__(std::size_t group, unsigned row_bin) {
    const unsigned upper = bins - bins / 2, k = row_bin < bins / 2 ? row_bin + upper : row_bin - bins / 2;
    const unsigned before = group % groups.per_row * groups.frames_each;
    const std::size_t first = group / groups.per_row * groups.frames_per_row + before;
    const unsigned count = min(groups.frames_each, groups.frames_per_row - before);
    float sum = 0, max = 0, min = INFINITY;
    for (unsigned i = 0; i < count; ++i) {
      const Point point = points[(first + i) * bins + k];
      const float power = fmaf(point.re, point.re, point.im * point.im);
      sum += power;
      max = fmaxf(max, power);
      min = fminf(min, power);
    }
    const std::size_t block = std::size_t{groups.count} * bins, at = group * bins + row_bin;
    levels[at] = sum;
    levels[block + at] = max;
    levels[2 * block + at] = min;
  });
}

// What sums of hundreds of groups lose is not random: powers of whole numbers are sums of squares, more of whose last
// digits are rounded down than up. So what each addition loses is added to the next.
void join_groups(const float* levels, unsigned bins, Groups groups, bool extremes, float* rows, Stream stream) {
  const std::size_t block = std::size_t{groups.count} * bins, block_of_rows = block / groups.per_row;
  for_each(bins, groups.count / groups.per_row, stream, [=] __device__(std::size_t row, unsigned bin) {
    float sum = 0, lost = 0, max = 0, min = INFINITY;
    for (unsigned i = 0; i < groups.per_row; ++i) {
      const float* const level = levels + (row * groups.per_row + i) * bins + bin;
      const float added = *level + lost, next = sum + added;
      lost = added - (next - sum);
      sum = next;
      if (!extremes) continue;
      max = fmaxf(max, level[block]);
      min = fminf(min, level[2 * block]);
    }
    float* const to = rows + row * bins + bin;
    *to = sum;
    if (!extremes) return;
    to[block_of_rows] = max;
    to[2 * block_of_rows] = min;
  });
}

void add_row(const float* levels, unsigned bins, float* row, Stream stream) {
  for_each(bins, 1, stream, [=] __device__(std::size_t, unsigned bin) {
    row[bin] += levels[bin];
    row[bins + bin] = fmaxf(row[bins + bin], levels[bins + bin]);
    row[2 * bins + bin] = fminf(row[2 * bins + bin], levels[2 * bins + bin]);
  });
}

}  // namespace gpufft::cuda
