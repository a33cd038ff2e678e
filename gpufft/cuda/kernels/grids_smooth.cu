// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/grid_variant.cuh"

namespace gpufft::cuda {
namespace {

// By lines per block, points per thread and radices; as many blocks as have room for their points and some registers
// more.
template <int Lines, int Points, int... Radices>
GridVariant smooth() {
  using S = Shape<(1 * ... * Radices), Lines, Points, Radices...>;
  constexpr int kRegisters = 65536, kSpare = 32, kWarps = (S::kThreads + 31) / 32;
  constexpr int kBlocks = std::max(1, kRegisters / ((2 * S::kPoints + kSpare + 7) / 8 * 8) / (32 * kWarps));
  return convolution_grid<S, std::min(kBlocks, 2048 / (32 * kWarps))>();
}

}  // namespace

std::vector<GridVariant> smooth_grids() {
  return {smooth<32, 10, 10, 10>(),   smooth<16, 10, 12, 10>(),   smooth<32, 25, 5, 25>(),  smooth<16, 10, 15, 10>(),
          smooth<16, 8, 20, 8>(),     smooth<16, 20, 10, 20>(),   smooth<16, 14, 14, 15>(), smooth<16, 15, 15, 16>(),
          smooth<16, 10, 5, 5, 10>(), smooth<16, 15, 15, 20>(),   smooth<16, 16, 16, 20>(), smooth<16, 18, 18, 20>(),
          smooth<16, 16, 16, 24>(),   smooth<16, 20, 20, 20>(),   smooth<8, 20, 20, 24>(),  smooth<8, 20, 20, 25>(),
          smooth<8, 24, 24, 25>(),    smooth<8, 24, 24, 30>(),    smooth<8, 25, 25, 30>(),  smooth<8, 30, 30, 30>(),
          smooth<8, 20, 10, 5, 20>(), smooth<8, 10, 10, 10, 10>()};
}

}  // namespace gpufft::cuda
