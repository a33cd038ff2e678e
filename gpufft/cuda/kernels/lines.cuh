// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/kernels/any_butterfly.cuh"
#include "gpufft/cuda/kernels/circle.cuh"
#include "gpufft/cuda/kernels/ends.cuh"
#include "gpufft/cuda/kernels/lines.h"

namespace gpufft::cuda {

__device__ inline unsigned operator/(unsigned number, Divisor divisor) { return __umulhi(2 * number, divisor.factor); }

template <int Radix>
__device__ inline void swap_parts(float2 (&x)[Radix]) {
#pragma unroll
  for (int m = 0; m < Radix; ++m) x[m] = {x[m].y, x[m].x};
}

// The block's position in the work.
struct LinesOfBlock {
  unsigned first, lines, frame;

  __device__ LinesOfBlock(const LinesTask& task, unsigned together) : lines(task.lines) {
    const unsigned blocks = (task.lines + together - 1) / together;
    frame = blockIdx.x / blocks;
    first = (blockIdx.x - frame * blocks) * together;
  }
  __device__ bool has(unsigned line) const { return first + line < lines; }
  __device__ std::size_t place(const LineLayout& layout, unsigned line) const {
    return frame * layout.frame + (first + line) * layout.line;
  }
};

// The numbers of a pass. Neighbouring threads do butterflies of the same line or, with `across`, of neighbouring lines.
struct PassNumbers {
  Divisor joined, butterflies, together, gap;
  unsigned turns, pitch, threads;
  std::size_t step;  // from point to point in memory
  bool first, last, across;
};

// A Stockham pass: legs are a part of the line apart, results `joined` apart. The first pass reads points from memory,
// the last writes them there, the others use shared memory. The points joined, or apart, of any pass but the first are
// a multiple of the first radix, so the number of gaps from leg to leg is constant.
template <int Radix>
__device__ __forceinline__ void run_line_pass(const LinesTask& task, const LinesOfBlock& block, const PassNumbers& pass,
                                              const float2* from, float2* to) {
  const auto gapped = [&pass](unsigned point) { return point + point / pass.gap; };
  const unsigned apart = pass.butterflies.value, joined = pass.joined.value;
  for (unsigned i = threadIdx.x; i < apart * pass.together.value; i += pass.threads) {
    const unsigned whole = pass.across ? i / pass.together : i / pass.butterflies;
    const unsigned line = pass.across ? i - whole * pass.together.value : whole;
    const unsigned b = pass.across ? whole : i - whole * apart;
    const unsigned within = b - b / pass.joined * joined;
    float2 x[Radix];
    if (pass.first) {
      const unsigned readable = block.has(line) ? line : 0;
      const float2* at = floats(task.in) + block.place(task.from, readable) + b * pass.step;
#pragma unroll
      for (int m = 0; m < Radix; ++m, at += apart * pass.step) x[m] = __ldg(at);
      if (task.from.swapped) swap_parts(x);
    } else {
      const float2* const at = from + line * pass.pitch + gapped(b);
      const float2* turn = floats(task.turns) + pass.turns + within;
      x[0] = *at;
#pragma unroll
      for (int m = 1; m < Radix; ++m, turn += joined) x[m] = product(at[m * gapped(apart)], __ldg(turn));
    }
    butterfly(x);
    const unsigned bin = (b - within) * Radix + within;
    if (!pass.last) {
      float2* const at = to + line * pass.pitch + gapped(bin);
#pragma unroll
      for (int m = 0; m < Radix; ++m) at[m * gapped(joined)] = x[m];
    } else if (block.has(line)) {
      if (task.unit > 0) {
#pragma unroll
        for (int m = 0; m < Radix; ++m)
          x[m] = product(x[m], turn_by((block.first + line) * (bin + m * joined), task.unit));
      }
      if (task.to.swapped) swap_parts(x);
      float2* at = floats(task.out) + block.place(task.to, line) + bin * pass.step;
#pragma unroll
      for (int m = 0; m < Radix; ++m, at += joined * pass.step) *at = x[m];
    }
  }
}

}  // namespace gpufft::cuda
