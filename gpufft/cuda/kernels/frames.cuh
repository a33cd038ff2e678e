// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/ends.cuh"
#include "gpufft/cuda/kernels/passes.cuh"

namespace gpufft::cuda {

// The frames of a group, as one of its threads sees them.
struct Turns {
  std::size_t first;
  unsigned count;
  __device__ Turns(const Groups& groups, unsigned group) {
    const unsigned row = group / groups.per_row, before = group % groups.per_row * groups.frames_each;
    first = std::size_t{row} * groups.frames_per_row + before;
    count = min(groups.frames_each, groups.frames_per_row - before);
  }
};

// Frames that fit a block, whole lines of it: the way to memory and back is the shortest there is. A line without a
// group goes through the motions, as others wait for it.
template <typename S, int MinBlocks, typename Keeper, typename Source, typename Sink>
__global__ void __launch_bounds__(S::kThreads, MinBlocks)
    frames_kernel(Source source, Sink sink, const Point* table, Groups groups) {
  extern __shared__ float2 shared[];
  const int thread = static_cast<int>(threadIdx.x);
  const Place place{thread % S::kThreadsPerLine, thread / S::kThreadsPerLine};
  const unsigned wanted = blockIdx.x * S::kLines + place.line, group = min(wanted, groups.count - 1);
  const Turns turns(groups, group);
  typename Keeper::template State<S::kPoints> state;
  const unsigned in = Before<S, 0>::base(place.thread), out = Result<S>::base(place.thread);
  for (unsigned i = 0; i < groups.frames_each; ++i) {
    float2 points[S::kPoints];
    const std::size_t frame = turns.first + min(i, turns.count - 1);
    load<Before<S, 0>>(source, points, frame, in, 1);
    fetch_ahead<Before<S, 0>, S::kPoints>(source, frame, groups.count, in, 1);
    transform<S, false>(points, shared, floats(table), place, place);
    if (i < turns.count && wanted < groups.count) state.template take<Result<S>>(sink, points, frame, out, 1);
  }
  if (wanted < groups.count) state.template finish<Result<S>>(sink, group, S::kLength, out, 1);
}

}  // namespace gpufft::cuda
