// SPDX-License-Identifier: MIT
#pragma once

#include <cooperative_groups.h>

#include "gpufft/cuda/kernels/ahead.cuh"
#include "gpufft/cuda/kernels/circle.cuh"
#include "gpufft/cuda/kernels/cluster_barrier.cuh"
#include "gpufft/cuda/kernels/crossing.cuh"
#include "gpufft/cuda/kernels/frames.cuh"

namespace gpufft::cuda {

// Frames that fit the shared memory of several blocks together: columns and rows as in columns.cuh, but the points
// between them go from block to block and never to memory. `C` shapes the columns of a block, `R` its rows. A cluster
// does one group after the other.
//
// A block's columns are exchanged and laid out in `outward`, copied asynchronously to `inward` of all blocks, and
// exchanged there once more as rows. `arrived` has a phase for each frame, which ends when all copies have come; so has
// `consumed`, which ends when all blocks are done with theirs, so that both parts may be written again. While blocks
// wait for copies they read samples of the next frame.
template <typename C, typename R, int MinBlocks, typename Keeper, typename Source, typename Sink>
__global__ void __launch_bounds__(C::kThreads, MinBlocks)
    cluster_kernel(Source source, Sink sink, const Point* column_table, const Point* row_table, Groups groups) {
  using Between = Crossing<C, R>;
  constexpr int kBlocks = Between::kBlocks, kBins = C::kLength * R::kLength;
  extern __shared__ __align__(16) float2 shared[];
  float2* const outward = shared;
  float2* const inward = shared + Between::kInward;
  const int thread = static_cast<int>(threadIdx.x);
  const auto cluster = cooperative_groups::this_cluster();
  const unsigned rank = cluster.block_rank(), clusters = gridDim.x / kBlocks;
  const Place column_place{thread / C::kLines, thread % C::kLines}, row_place{thread / R::kLines, thread % R::kLines};
  const unsigned column = rank * C::kLines + column_place.line, row = rank * R::kLines + row_place.line;
  const unsigned in = Start<C>::base(column_place.thread) * R::kLength + column;
  const unsigned out = row + Result<R>::base(row_place.thread) * C::kLength;
  const ClusterBarrier arrived(shared + Between::kBarriers), consumed(shared + Between::kBarriers + 1);
  if (thread == 0) {
    arrived.init(1);
    consumed.init(kBlocks);
  }
  const KeptTurns<C> column_turns(shared + Between::kTurns, thread, column_place.thread, column, unit_of(kBins));
  cluster.sync();  // all have begun, and their barriers are there

  unsigned phase = 0;
  unsigned group = blockIdx.x / kBlocks;
  Ahead<Source, Start<C>> ahead;
  if (group < groups.count) ahead.read(source, Turns(groups, group).first, in, R::kLength);
  for (; group < groups.count; group += clusters) {
    const Turns turns(groups, group);
    typename Keeper::template State<R::kPoints> state;
    for (unsigned i = 0; i < turns.count; ++i, phase ^= 1) {
      float2 points[C::kPoints];
      ahead.load(source, points, turns.first + i, in, R::kLength);
      fetch_ahead<Start<C>>(source, turns.first + i, groups.count, in, R::kLength);
      transform<C, true>(points, outward, floats(column_table), column_place, column_place,
                         [&] { consumed.wait(phase ^ 1); });
      column_turns.turn(points);
      if (thread == 0) arrived.expect(Between::kBytes);
      __syncthreads();  // all have read what the last exchange left
#pragma unroll
      for (int slot = 0; slot < C::kPoints; ++slot) {
        const unsigned k = Result<C>::base(column_place.thread) + Result<C>::offset(slot);
        outward[Between::sent(k, column_place.line)] = points[slot];
      }
      show_to_copies();
      __syncthreads();
      if (thread < kBlocks) {
        const unsigned to = (rank + thread) % kBlocks;
        copy_to(to, inward + rank * Between::kChunk, outward + to * Between::kChunk, 8 * Between::kChunk, arrived);
      }
      if (i + 1 < turns.count) {
        ahead.read(source, turns.first + i + 1, in, R::kLength);
      } else if (group + clusters < groups.count) {
        ahead.read(source, Turns(groups, group + clusters).first, in, R::kLength);
      }
      arrived.wait(phase);
#pragma unroll
      for (int slot = 0; slot < R::kPoints; ++slot) {
        const unsigned n = Start<R>::base(row_place.thread) + Start<R>::offset(slot);
        points[slot] = inward[Between::received(n, row_place.line)];
      }
      transform<R, true>(points, inward, floats(row_table), row_place, row_place);
      show_to_copies();
      __syncthreads();
      if (thread < kBlocks) consumed.arrive_at(thread);
      state.template take<Result<R>, true>(sink, points, turns.first + i, out, C::kLength);
    }
    state.template finish<Result<R>>(sink, group, kBins, out, C::kLength);
  }
  cluster.sync();  // no block arrives at another one's barrier any more
}

}  // namespace gpufft::cuda
