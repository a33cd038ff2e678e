// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/columns.cuh"

namespace gpufft::cuda {

// The middle of a convolution that is too long for a block: after the columns of the first transform, its rows, times
// the response, then the rows of the second, turned and written back in place; the columns of the second are left.
// Points are read and written where they are, so that each row stays with the bins that it makes: bin row + k * rows is
// point k of that row of the second transform.
template <typename S, int MinBlocks>
__global__ void __launch_bounds__(S::kThreads, MinBlocks) convolve_kernel(ConvolutionTask task, const Point* table) {
  extern __shared__ float2 shared[];
  wait_for_kernel_before();
  const int thread = static_cast<int>(threadIdx.x);
  const Place place{thread % S::kThreadsPerLine, thread / S::kThreadsPerLine};
  const unsigned wanted = blockIdx.x * S::kLines + place.line, line = min(wanted, task.lines - 1);
  const unsigned row = line % task.rows;
  const int in = Start<S>::base(place.thread), out = Result<S>::base(place.thread);
  float2* const grid = floats(task.grid) + std::size_t{line} * S::kLength;
  float2 points[S::kPoints];
#pragma unroll
  for (int slot = 0; slot < Start<S>::kSlots; ++slot) points[slot] = grid[in + Start<S>::offset(slot)];
  transform<S, false>(points, shared, floats(table), place, place);
  const float2* const response = floats(task.response) + row * S::kLength + out;
#pragma unroll
  for (int slot = 0; slot < Result<S>::kSlots; ++slot) {
    const float2 bin = product(points[slot], __ldg(response + Result<S>::offset(slot)));
    points[slot] = {bin.y, bin.x};  // makes the second transform the inverse
  }
  if constexpr (S::kFirst != S::kLast) {  // registers do not hold the points that the first pass begins with
    float2* const here = shared + place.line * S::kPitch;
    wait_for_line<S>();
#pragma unroll
    for (int slot = 0; slot < Result<S>::kSlots; ++slot)
      if (Result<S>::there(place.thread, slot)) here[out + Result<S>::offset(slot)] = points[slot];
    wait_for_line<S>();
#pragma unroll
    for (int slot = 0; slot < Start<S>::kSlots; ++slot) points[slot] = here[in + Start<S>::offset(slot)];
  }
  transform<S, false>(points, shared, floats(table), place, place);
  turn_column<S>(points, place.thread, row, task.unit);
  if (wanted >= task.lines || !Result<S>::there(place.thread, 0)) return;
#pragma unroll
  for (int slot = 0; slot < Result<S>::kSlots; ++slot) grid[out + Result<S>::offset(slot)] = points[slot];
}

}  // namespace gpufft::cuda
