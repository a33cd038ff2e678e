// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/circle.cuh"
#include "gpufft/cuda/kernels/frames.cuh"

namespace gpufft::cuda {

// A transform too long for a block is done as a grid of points: first its columns, then its rows, which become the
// columns of the result. Neighbouring threads hold neighbouring columns, so that memory is accessed in whole sectors.
//
// What becomes of a column's points: turned and written back in place, or the results of the transform.
template <typename S>
__device__ inline void store_column(const TurnedSink& sink, float2 (&points)[S::kPoints], unsigned frame, int thread,
                                    unsigned column, unsigned columns) {
  turn_column<S>(points, thread, column, sink.unit);
  float2* const at =
      floats(sink.grid) + std::size_t{frame} * sink.points + std::size_t(Result<S>::base(thread)) * columns + column;
#pragma unroll
  for (int slot = 0; slot < Result<S>::kSlots; ++slot) at[Result<S>::offset(slot) * columns] = points[slot];
}
template <typename S>
__device__ inline void store_column(const FactoredSink& sink, float2 (&points)[S::kPoints], unsigned frame, int thread,
                                    unsigned column, unsigned columns) {
  store<Result<S>, true>(sink, points, frame, Result<S>::base(thread) * columns + column, columns);
}

// Columns: kLines neighbouring ones of a frame's grid per block.
template <typename S, int MinBlocks, typename Source, typename Sink>
__global__ void __launch_bounds__(S::kThreads, MinBlocks)
    columns_kernel(Source source, Sink sink, unsigned columns, const Point* table) {
  extern __shared__ float2 shared[];
  wait_for_kernel_before();
  const int thread = static_cast<int>(threadIdx.x);
  const Place place{thread / S::kLines, thread % S::kLines};
  const unsigned tiles = (columns + S::kLines - 1) / S::kLines, frame = blockIdx.x / tiles;
  const unsigned wanted = blockIdx.x % tiles * S::kLines + place.line, column = min(wanted, columns - 1);
  float2 points[S::kPoints];
  load<Start<S>, true>(source, points, frame, Start<S>::base(place.thread) * columns + column, columns);
  transform<S, true>(points, shared, floats(table), place, place);
  if (wanted < columns && Result<S>::there(place.thread, 0))
    store_column<S>(sink, points, frame, place.thread, column, columns);
}

// Rows: kLines of them per block; neighbouring threads write them as columns of the result.
template <typename S, int MinBlocks, typename Keeper, typename Sink>
__global__ void __launch_bounds__(S::kThreads, MinBlocks)
    rows_kernel(RowsTask task, Sink sink, const Point* table, Groups groups) {
  extern __shared__ float2 shared[];
  wait_for_kernel_before();
  const int thread = static_cast<int>(threadIdx.x);
  const Place first{thread % S::kThreadsPerLine, thread / S::kThreadsPerLine};
  const Place rest{thread / S::kLines, thread % S::kLines};
  const unsigned tiles = (task.rows + S::kLines - 1) / S::kLines, tile = blockIdx.x % tiles;
  const unsigned stack = blockIdx.x / tiles % task.stacked, group = blockIdx.x / tiles / task.stacked;
  const Turns turns(groups, task.first_group + group);
  const std::size_t row =
      std::size_t{min(tile * S::kLines + first.line, task.rows - 1)} * task.row_distance + stack * task.stack_distance;
  const bool keeps = tile * S::kLines + rest.line < task.rows && Result<S>::there(rest.thread, 0);
  const unsigned bin = tile * S::kLines + rest.line + stack * task.rows + Result<S>::base(rest.thread) * task.step;
  typename Keeper::template State<Result<S>::kSlots> state;
  for (unsigned i = 0; i < turns.count; ++i) {
    const float2* const at = floats(task.grid) + (turns.first - task.first_frame + i) * task.frame_points + row +
                             Start<S>::base(first.thread);
    float2 points[S::kPoints];
#pragma unroll
    for (int slot = 0; slot < Start<S>::kSlots; ++slot) points[slot] = at[Start<S>::offset(slot)];
    transform<S, true>(points, shared, floats(table), first, rest);
    if (keeps) state.template take<Result<S>, true>(sink, points, turns.first + i, bin, task.step);
  }
  if (keeps) state.template finish<Result<S>>(sink, group, task.frame_points, bin, task.step);
}

}  // namespace gpufft::cuda
