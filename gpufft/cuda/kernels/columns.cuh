// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/circle.cuh"
#include "gpufft/cuda/kernels/frames.cuh"

namespace gpufft::cuda {

// A transform too long for a block is done as a grid of points: first its columns, then its rows, which become the
// columns of the result. Neighbouring threads hold neighbouring columns, so that memory is accessed in whole sectors.
//
// Columns: kLines neighbouring ones of a frame's grid per block; turned and written back in place.
template <typename S, int MinBlocks, typename Source>
__global__ void __launch_bounds__(S::kThreads, MinBlocks)
    columns_kernel(Source source, ColumnsTask task, const Point* table) {
  extern __shared__ float2 shared[];
  const int thread = static_cast<int>(threadIdx.x);
  const Place place{thread / S::kLines, thread % S::kLines};
  const unsigned tiles = task.columns / S::kLines, frame = blockIdx.x / tiles;
  const unsigned column = blockIdx.x % tiles * S::kLines + place.line;
  float2 points[S::kPoints];
  load<Before<S, 0>, true>(source, points, frame, Before<S, 0>::base(place.thread) * task.columns + column,
                           task.columns);
  transform<S, true>(points, shared, floats(table), place, place);
  turn_column<S>(points, place.thread, column, task.log2_points);
  float2* const at = floats(task.grid) + (std::size_t{frame} << task.log2_points) +
                     std::size_t(Result<S>::base(place.thread)) * task.columns + column;
#pragma unroll
  for (int slot = 0; slot < S::kPoints; ++slot) at[Result<S>::offset(slot) * task.columns] = points[slot];
}

// Rows: kLines of them per block; neighbouring threads write them as columns of the result.
template <typename S, int MinBlocks, typename Keeper, typename Sink>
__global__ void __launch_bounds__(S::kThreads, MinBlocks)
    rows_kernel(RowsTask task, Sink sink, const Point* table, Groups groups) {
  extern __shared__ float2 shared[];
  const int thread = static_cast<int>(threadIdx.x);
  const Place first{thread % S::kThreadsPerLine, thread / S::kThreadsPerLine};
  const Place rest{thread / S::kLines, thread % S::kLines};
  const unsigned tiles = task.rows / S::kLines, tile = blockIdx.x % tiles;
  const unsigned stack = blockIdx.x / tiles % task.stacked, group = blockIdx.x / tiles / task.stacked;
  const Turns turns(groups, task.first_group + group);
  const std::size_t row = std::size_t{tile * S::kLines + first.line} * task.row_distance + stack * task.stack_distance;
  const unsigned bin = tile * S::kLines + rest.line + stack * task.rows + Result<S>::base(rest.thread) * task.step;
  typename Keeper::template State<S::kPoints> state;
  for (unsigned i = 0; i < turns.count; ++i) {
    const float2* const at = floats(task.grid) + (turns.first - task.first_frame + i) * task.frame_points + row +
                             Before<S, 0>::base(first.thread);
    float2 points[S::kPoints];
#pragma unroll
    for (int slot = 0; slot < S::kPoints; ++slot) points[slot] = at[Before<S, 0>::offset(slot)];
    transform<S, true>(points, shared, floats(table), first, rest);
    state.template take<Result<S>, true>(sink, points, turns.first + i, bin, task.step);
  }
  state.template finish<Result<S>>(sink, group, task.frame_points, bin, task.step);
}

}  // namespace gpufft::cuda
