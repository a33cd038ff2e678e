// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/chirp.cuh"
#include "gpufft/cuda/kernels/variants.h"

namespace gpufft::cuda {
namespace {

// Threads that fit a multiprocessor, by the registers that so many points need.
constexpr int threads_for(int points) {
  if (points <= 24) return 640;
  return points <= 40 ? 512 : 256;
}

template <int Lines, typename S>
ChirpVariant variant() {
  constexpr int kBlocks = threads_for(Lines * S::kPoints) / S::kThreads;
  return {facts_of<S>(), Lines, reinterpret_cast<const void*>(&chirp_kernel<Lines, S, kBlocks>)};
}

}  // namespace

// Lines, and points per thread, are those measured fastest on an H200.
std::span<const ChirpVariant> chirp_variants() {
  using Line8 = Shape<8, 128, 8, 8>;
  using Line16 = Shape<16, 64, 8, 4, 4>;
  using Line32 = Shape<32, 32, 8, 4, 2, 4>;
  using Line64 = Shape<64, 16, 8, 8, 8>;
  using Line128 = Shape<128, 8, 8, 4, 8, 4>;
  using Line256 = Shape<256, 4, 8, 8, 4, 8>;
  using Line512 = Shape<512, 2, 8, 8, 8, 8>;
  using Line1024 = Shape<1024, 1, 16, 16, 4, 16>;
  using Line2048 = Shape<2048, 1, 16, 16, 8, 16>;
  using Line4096 = Shape<4096, 1, 16, 16, 16, 16>;
  static const std::vector<ChirpVariant> all{variant<3, Line8>(),
                                             variant<4, Line8>(),
                                             variant<5, Line8>(),
                                             variant<3, Line16>(),
                                             variant<4, Line16>(),
                                             variant<5, Line16>(),
                                             variant<3, Line32>(),
                                             variant<4, Line32>(),
                                             variant<5, Line32>(),
                                             variant<3, Line64>(),
                                             variant<4, Line64>(),
                                             variant<5, Line64>(),
                                             variant<3, Line128>(),
                                             variant<2, Shape<256, 8, 16, 16, 16>>(),
                                             variant<5, Line128>(),
                                             variant<3, Line256>(),
                                             variant<4, Line256>(),
                                             variant<5, Line256>(),
                                             variant<3, Line512>(),
                                             variant<2, Shape<1024, 2, 16, 16, 4, 16>>(),
                                             variant<5, Line512>(),
                                             variant<3, Line1024>(),
                                             variant<2, Line2048>(),
                                             variant<5, Shape<1024, 1, 8, 8, 4, 4, 8>>(),
                                             variant<3, Line2048>(),
                                             variant<4, Line2048>(),
                                             variant<5, Shape<2048, 1, 8, 8, 4, 8, 8>>(),
                                             variant<3, Line4096>(),
                                             variant<4, Line4096>(),
                                             variant<5, Shape<4096, 1, 8, 8, 8, 8, 8>>()};
  return all;
}

}  // namespace gpufft::cuda
