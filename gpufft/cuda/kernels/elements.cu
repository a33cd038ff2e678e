// SPDX-License-Identifier: MIT
#include "gpufft/cuda/errors.h"
#include "gpufft/cuda/kernels/elements.h"
#include "gpufft/cuda/kernels/ends.cuh"

namespace gpufft::cuda {
namespace {

constexpr unsigned kThreads = 256;

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

__device__ Point operator+(Point a, Point b) { return {a.re + b.re, a.im + b.im}; }
__device__ Point operator-(Point a, Point b) { return {a.re - b.re, a.im - b.im}; }
__device__ Point operator*(float a, Point b) { return {a * b.re, a * b.im}; }
__device__ Point operator*(Point a, Point b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__device__ Point conjugated(Point a) { return {a.re, -a.im}; }
__device__ Point times_i(Point a) { return {-a.im, a.re}; }

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

// A register, for load() of one sample at a time.
struct Alone {
  static __device__ constexpr int offset(int) { return 0; }
};

}  // namespace

void widen(RealTask task, const float* reals, Point* points, Stream stream) {
  for_each(task.length, task.batch, stream, [=] __device__(std::size_t item, unsigned n) {
    points[item * task.length + n] = {reals[item * task.length + n], 0};
  });
}

void first_bins(RealTask task, const Point* all, Point* bins, Stream stream) {
  const unsigned count = task.length / 2 + 1;
  for_each(count, task.batch, stream,
           [=] __device__(std::size_t item, unsigned k) { bins[item * count + k] = all[item * task.length + k]; });
}

void all_bins(RealTask task, const Point* bins, Point* all, Stream stream) {
  const unsigned count = task.length / 2 + 1;
  for_each(task.length, task.batch, stream, [=] __device__(std::size_t item, unsigned k) {
    const Point* const from = bins + item * count;
    const Point bin = k < count ? from[k] : conjugated(from[task.length - k]);
    all[item * task.length + k] = k == 0 ? Point{bin.re, 0} : bin;
  });
}

void real_parts(RealTask task, const Point* points, float* reals, Stream stream) {
  for_each(task.length, task.batch, stream, [=] __device__(std::size_t item, unsigned n) {
    reals[item * task.length + n] = points[item * task.length + n].re;
  });
}

// From the even and odd parts of the transform, those of x[2n] and of x[2n + 1] are told apart.
void split_halves(RealTask task, const Point* halves, Point* bins, Stream stream) {
  const unsigned half = task.length / 2;
  for_each(half + 1, task.batch, stream, [=] __device__(std::size_t item, unsigned k) {
    const Point* const from = halves + item * half;
    const Point z = from[k == half ? 0 : k], mirrored = conjugated(from[k == 0 ? 0 : half - k]);
    bins[item * (half + 1) + k] = 0.5F * (z + mirrored) - 0.5F * times_i(task.turns[k] * (z - mirrored));
  });
}

void join_halves(RealTask task, const Point* bins, Point* halves, Stream stream) {
  const unsigned half = task.length / 2;
  for_each(half, task.batch, stream, [=] __device__(std::size_t item, unsigned k) {
    const Point* const from = bins + item * (half + 1);
    const Point x = k == 0 ? Point{from[0].re, 0} : from[k];
    const Point mirrored = k == 0 ? Point{from[half].re, 0} : conjugated(from[half - k]);
    halves[item * half + k] = (x + mirrored) + times_i(conjugated(task.turns[k]) * (x - mirrored));
  });
}

void order_for_cosines(RealTask task, const float* points, float* ordered, Stream stream) {
  for_each(task.length, task.batch, stream, [=] __device__(std::size_t item, unsigned n) {
    ordered[item * task.length + (n % 2 == 0 ? n / 2 : task.length - 1 - n / 2)] = points[item * task.length + n];
  });
}

void order_back(RealTask task, const float* ordered, float* points, Stream stream) {
  for_each(task.length, task.batch, stream, [=] __device__(std::size_t item, unsigned n) {
    points[item * task.length + n] = ordered[item * task.length + (n % 2 == 0 ? n / 2 : task.length - 1 - n / 2)];
  });
}

void bins_to_cosines(RealTask task, const Point* bins, float* cosines, Stream stream) {
  const unsigned count = task.length / 2 + 1;
  for_each(count, task.batch, stream, [=] __device__(std::size_t item, unsigned k) {
    const Point turned = task.turns[k] * bins[item * count + k];
    float* const to = cosines + item * task.length;
    to[k] = turned.re;
    if (k > 0 && k != task.length - k) to[task.length - k] = -turned.im;
  });
}

void cosines_to_bins(RealTask task, const float* cosines, Point* bins, Stream stream) {
  const unsigned count = task.length / 2 + 1;
  for_each(count, task.batch, stream, [=] __device__(std::size_t item, unsigned k) {
    const float* const from = cosines + item * task.length;
    const Point folded{from[k], k == 0 ? 0.0F : -from[task.length - k]};
    bins[item * count + k] = 0.5F * (conjugated(task.turns[k]) * folded);
  });
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

void join_groups(const float* levels, unsigned bins, Groups groups, bool extremes, float* rows, Stream stream) {
  const std::size_t block = std::size_t{groups.count} * bins, block_of_rows = block / groups.per_row;
  for_each(bins, groups.count / groups.per_row, stream, [=] __device__(std::size_t row, unsigned bin) {
    float sum = 0, max = 0, min = INFINITY;
    for (unsigned i = 0; i < groups.per_row; ++i) {
      const float* const level = levels + (row * groups.per_row + i) * bins + bin;
      sum += *level;
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
