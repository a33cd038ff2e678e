// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/fixed_lines.h"

#include <array>

#include "gpufft/cuda/kernels/lines.cuh"

namespace gpufft::cuda {
namespace {

template <unsigned... Radices>
struct Fixed {
  static constexpr std::array<unsigned, sizeof...(Radices)> kRadices{Radices...};
  static constexpr unsigned kPasses = sizeof...(Radices), kLength = (1 * ... * Radices);
  static constexpr unsigned kGap = kRadices[0] % 2 == 0 ? kRadices[0] : 0;

  static constexpr unsigned joined_before(unsigned pass) {
    unsigned joined = 1;
    for (unsigned i = 0; i < pass; ++i) joined *= kRadices[i];
    return joined;
  }
  static constexpr unsigned turns_before(unsigned pass) {
    unsigned turns = 0;
    for (unsigned i = 1; i < pass; ++i) turns += (kRadices[i] - 1) * joined_before(i);
    return turns;
  }
  static constexpr unsigned most_butterflies() {
    unsigned most = 0;
    for (const unsigned radix : kRadices) most = kLength / radix > most ? kLength / radix : most;
    return most;
  }
  static constexpr unsigned threads_for(unsigned lines) { return (lines * most_butterflies() + 31) / 32 * 32; }
  // The number of lines that fills the last warp of a block best, in a block that is not too large.
  static constexpr unsigned best_together() {
    constexpr unsigned kThreads = 384;
    unsigned best = 1;
    for (unsigned lines = 2; threads_for(lines) <= kThreads; ++lines)
      if (lines * threads_for(best) > best * threads_for(lines)) best = lines;
    return best;
  }
  static constexpr unsigned kTogether = best_together(), kThreads = threads_for(kTogether);
  static constexpr unsigned kPitch = (kLength + (kGap > 0 ? kLength / kRadices[0] : 0)) | 1U;
  static constexpr unsigned kCopies = kPasses - 1 < 2 ? kPasses - 1 : 2;
  static constexpr std::size_t kSharedBytes = std::size_t{8} * kCopies * kTogether * kPitch;
};

template <typename F, unsigned Pass = 0>
__device__ __forceinline__ void run_passes(const LinesTask& task, const LinesOfBlock& block, const float2* from,
                                           float2* to) {
  using Joined = Constant<F::joined_before(Pass)>;
  using Butterflies = Constant<F::kLength / F::kRadices[Pass]>;
  const PassNumbers<Joined, Butterflies, Constant<F::kTogether>, Constant<F::kGap>> numbers{
      {}, {}, {}, {}, F::turns_before(Pass), F::kPitch, F::kThreads, 1, Pass == 0, Pass + 1 == F::kPasses, false};
  run_line_pass<static_cast<int>(F::kRadices[Pass])>(task, block, numbers, from, to);
  if constexpr (Pass + 1 < F::kPasses) {
    __syncthreads();
    run_passes<F, Pass + 1>(task, block, to, const_cast<float2*>(from));
  }
}

// Blocks per multiprocessor: by threads of 64 registers, and by shared memory.
template <typename F>
constexpr unsigned kBlocks = F::kSharedBytes*(1024 / F::kThreads) <= 224 * 1024 ? 1024 / F::kThreads
                                                                                : 224 * 1024 / F::kSharedBytes;
template <typename F>
__global__ void __launch_bounds__(F::kThreads, kBlocks<F>) fixed_lines_kernel(const __grid_constant__ LinesTask task) {
  extern __shared__ float2 shared[];
  const LinesOfBlock block(task, F::kTogether);
  run_passes<F>(task, block, shared + F::kTogether * F::kPitch, shared);
}

template <unsigned... Radices>
FixedLines fixed() {
  using F = Fixed<Radices...>;
  return {{Radices...}, F::kTogether, F::kThreads, F::kSharedBytes, fixed_lines_kernel<F>};
}

}  // namespace

std::span<const FixedLines> fixed_lines() {
  static const std::vector<FixedLines> all{
      fixed<12, 10>(),         // 120
      fixed<16, 15>(),         // 240
      fixed<10, 8, 6>(),       // 480
      fixed<10, 10, 5>(),      // 500
      fixed<10, 10, 6>(),      // 600
      fixed<12, 8, 8>(),       // 768
      fixed<12, 10, 8>(),      // 960
      fixed<10, 10, 10>(),     // 1000
      fixed<12, 10, 10>(),     // 1200
      fixed<16, 12, 8>(),      // 1536
      fixed<16, 12, 10>(),     // 1920
      fixed<20, 10, 10>(),     // 2000
      fixed<20, 12, 10>(),     // 2400
      fixed<20, 15, 10>(),     // 3000
      fixed<16, 16, 12>(),     // 3072
      fixed<20, 16, 15>(),     // 4800
      fixed<20, 18, 16>(),     // 5760
      fixed<20, 20, 15>(),     // 6000
      fixed<10, 10, 10, 10>()  // 10000
  };
  return all;
}

const FixedLines* fixed_lines_for(const LinesTask& task) {
  const bool side_by_side = task.from.point == 1 && task.to.point == 1 && task.from.line > 1 && task.to.line > 1;
  if (!side_by_side) return nullptr;
  for (const FixedLines& fixed : fixed_lines()) {
    bool same = fixed.radices.size() == task.passes;
    for (unsigned i = 0; same && i < task.passes; ++i) same = fixed.radices[i] == task.pass[i].radix;
    if (same) return &fixed;
  }
  return nullptr;
}

}  // namespace gpufft::cuda
