// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/cluster.cuh"
#include "gpufft/cuda/kernels/variants.h"

namespace gpufft::cuda {
namespace {

template <typename C, typename R, int MinBlocks>
ClusterVariant variant() {
  constexpr int kForSums = MinBlocks == 2 ? 1 : MinBlocks;  // sums need a quarter more registers
  return {facts_of<C>(),
          facts_of<R>(),
          R::kLength / C::kLines,
          reinterpret_cast<const void*>(&cluster_kernel<C, R, MinBlocks, PointsKeeper, PointsSource, PointsSink>),
          reinterpret_cast<const void*>(&cluster_kernel<C, R, kForSums, PowerKeeper<false>, SamplesSource, PowerSink>),
          reinterpret_cast<const void*>(&cluster_kernel<C, R, 1, PowerKeeper<true>, SamplesSource, PowerSink>)};
}

}  // namespace

std::span<const ClusterVariant> cluster_variants() {
  static const std::vector<ClusterVariant> all{
      variant<Shape<128, 32, 16, 16, 8>, Shape<128, 32, 16, 16, 8>, 3>(),       // 2^14, 4 blocks
      variant<Shape<256, 64, 32, 16, 16>, Shape<128, 128, 32, 16, 8>, 1>(),     // 2^15, 2
      variant<Shape<256, 32, 16, 16, 16>, Shape<128, 64, 16, 16, 8>, 2>(),      // 2^15, 4
      variant<Shape<256, 16, 16, 16, 16>, Shape<128, 32, 16, 16, 8>, 3>(),      // 2^15, 8
      variant<Shape<256, 64, 32, 16, 16>, Shape<256, 64, 32, 16, 16>, 1>(),     // 2^16, 4
      variant<Shape<256, 32, 16, 16, 16>, Shape<256, 32, 16, 16, 16>, 2>(),     // 2^16, 8
      variant<Shape<256, 16, 16, 16, 16>, Shape<256, 16, 16, 16, 16>, 3>(),     // 2^16, 16
      variant<Shape<512, 32, 32, 32, 16>, Shape<256, 64, 32, 16, 16>, 1>(),     // 2^17, 8
      variant<Shape<512, 16, 16, 16, 16, 2>, Shape<256, 32, 16, 16, 16>, 2>(),  // 2^17, 16
      variant<Shape<512, 32, 32, 32, 16>, Shape<512, 32, 32, 32, 16>, 1>()};    // 2^18, 16
  return all;
}

}  // namespace gpufft::cuda
