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

// Few long frames fit a multiprocessor at a time. While a block computes, prefetch the frame that it, or the block that
// replaces it, loads next.
constexpr int kLongFrame = 8192;
template <typename S>
__device__ inline void fetch(const void* frame, unsigned bytes, int thread) {
  constexpr unsigned kLine = 128;
  for (unsigned at = thread * kLine; at < bytes; at += S::kThreadsPerLine * kLine)
    asm volatile("prefetch.global.L2 [%0];" ::"l"(static_cast<const std::byte*>(frame) + at));
}
template <typename S>
__device__ inline void fetch_next(const PointsSource& source, std::size_t frame, std::size_t frames, bool, int thread) {
  fetch_ahead<Start<S>>(source, frame, frames, Start<S>::base(thread), 1);
}
template <typename S>
__device__ inline void fetch_next(const SamplesSource& source, std::size_t frame, std::size_t, bool more, int thread) {
  const auto bytes = static_cast<unsigned>(bytes_per_sample(source.format));
  if (more) fetch<S>(source.iq + (frame + 1) * source.hop * bytes, S::kLength * bytes, thread);
}

// Frames that fit a block, in whole lines: the shortest way to memory and back. A line without a group executes the
// same steps, as others wait for it; a thread without a butterfly in the first pass loads what another one loads.
template <typename S, int MinBlocks, typename Keeper, typename Source, typename Sink>
__global__ void __launch_bounds__(S::kThreads, MinBlocks)
    frames_kernel(Source source, Sink sink, const Point* table, Groups groups) {
  constexpr bool kLong = S::kLength >= kLongFrame;
  extern __shared__ float2 shared[];
  const int thread = static_cast<int>(threadIdx.x);
  const Place place{thread % S::kThreadsPerLine, thread / S::kThreadsPerLine};
  const unsigned wanted = blockIdx.x * S::kLines + place.line, group = min(wanted, groups.count - 1);
  const Turns turns(groups, group);
  typename Keeper::template State<Result<S>::kSlots> state;
  const unsigned in = Start<S>::base(place.thread), out = Result<S>::base(place.thread);
  const bool keeps = wanted < groups.count && Result<S>::there(place.thread, 0);
  for (unsigned i = 0; i < groups.frames_each; ++i) {
    float2 points[S::kPoints];
    const std::size_t frame = turns.first + min(i, turns.count - 1);
    load<Start<S>, kLong>(source, points, frame, in, 1);
    if constexpr (kLong) fetch_next<S>(source, frame, groups.count, i + 1 < turns.count, place.thread);
    transform<S, false>(points, shared, floats(table), place, place);
    if (i < turns.count && keeps) state.template take<Result<S>, kLong>(sink, points, frame, out, 1);
  }
  if (keeps) state.template finish<Result<S>>(sink, group, S::kLength, out, 1);
}

}  // namespace gpufft::cuda
