// SPDX-License-Identifier: MIT
#pragma once

#include <cooperative_groups.h>

#include "gpufft/cuda/kernels/circle.cuh"
#include "gpufft/cuda/kernels/frames.cuh"

namespace gpufft::cuda {

// Stores into another block's shared memory, at that block's address for `at`. In assembly, as the compiler would keep
// the addresses of all blocks in registers that it does not have.
__device__ inline void store_at(unsigned block, float2* at, float2 value) {
  const auto here = static_cast<unsigned>(__cvta_generic_to_shared(at));
  asm volatile(
      "{ .reg .u32 there; mapa.shared::cluster.u32 there, %0, %1; st.shared::cluster.v2.f32 [there], {%2, %3}; }" ::"r"(
          here),
      "r"(block), "f"(value.x), "f"(value.y)
      : "memory");
}

// A frame that fits the shared memory of several blocks together: columns and rows as in columns.cuh, but the points
// between them go from block to block and never to memory. `C` shapes the columns of a block, `R` its rows.
template <typename C, typename R, int MinBlocks, typename Keeper, typename Source, typename Sink>
__global__ void __launch_bounds__(C::kThreads, MinBlocks)
    cluster_kernel(Source source, Sink sink, const Point* column_table, const Point* row_table, Groups groups) {
  constexpr int kBlocks = R::kLength / C::kLines, kBins = C::kLength * R::kLength;
  static_assert(kBlocks * R::kLines == C::kLength && C::kThreads == R::kThreads);
  extern __shared__ float2 shared[];
  const auto cluster = cooperative_groups::this_cluster();
  const int thread = static_cast<int>(threadIdx.x), rank = static_cast<int>(cluster.block_rank());
  const Place column_place{thread / C::kLines, thread % C::kLines}, row_place{thread / R::kLines, thread % R::kLines};
  const unsigned column = rank * C::kLines + column_place.line, row = rank * R::kLines + row_place.line;
  const unsigned group = blockIdx.x / kBlocks;
  const Turns turns(groups, group);
  typename Keeper::template State<R::kPoints> state;
  const unsigned in = Start<C>::base(column_place.thread) * R::kLength + column;
  const unsigned out = row + Result<R>::base(row_place.thread) * C::kLength;
  for (unsigned i = 0; i < turns.count; ++i) {
    float2 points[C::kPoints];
    load<Start<C>, true>(source, points, turns.first + i, in, R::kLength);
    fetch_ahead<Start<C>>(source, turns.first + i, groups.count, in, R::kLength);
    transform<C, true>(points, shared, floats(column_table), column_place, column_place);
    turn_column<C>(points, column_place.thread, column, unit_of(kBins));
    cluster.sync();  // all have read what they had in shared memory
#pragma unroll
    for (int slot = 0; slot < C::kPoints; ++slot) {
      const unsigned k = Result<C>::base(column_place.thread) + Result<C>::offset(slot);
      store_at(k / R::kLines, shared + k % R::kLines * R::kPitch + R::gapped(column), points[slot]);
    }
    cluster.sync();
    const float2* const from = shared + row_place.line * R::kPitch + R::gapped(Start<R>::base(row_place.thread));
#pragma unroll
    for (int slot = 0; slot < R::kPoints; ++slot) points[slot] = from[R::gapped(Start<R>::offset(slot))];
    transform<R, true>(points, shared, floats(row_table), row_place, row_place);
    state.template take<Result<R>, true>(sink, points, turns.first + i, out, C::kLength);
  }
  state.template finish<Result<R>>(sink, group, kBins, out, C::kLength);
}

}  // namespace gpufft::cuda
