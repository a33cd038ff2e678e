// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/cluster.cuh"
#include "gpufft/cuda/kernels/variants.h"

namespace gpufft::cuda {
namespace {

template <typename C, typename R>
ClusterVariant variant() {
  constexpr int kBlocks = 2;  // of a multiprocessor: one computes while another one waits
  return {facts_of<C>(),
          facts_of<R>(),
          Crossing<C, R>::kBlocks,
          Crossing<C, R>::kSharedBytes,
          reinterpret_cast<const void*>(&cluster_kernel<C, R, kBlocks, PointsKeeper, PointsSource, PointsSink>),
          reinterpret_cast<const void*>(&cluster_kernel<C, R, kBlocks, PowerKeeper<false>, SamplesSource, PowerSink>),
          reinterpret_cast<const void*>(&cluster_kernel<C, R, kBlocks, PowerKeeper<true>, SamplesSource, PowerSink>)};
}

}  // namespace

std::span<const ClusterVariant> cluster_variants() {
  static const std::vector<ClusterVariant> all{
      variant<Shape<128, 32, 16, 16, 8>, Shape<128, 32, 16, 16, 8>>(),     // 2^14, 4 blocks
      variant<Shape<128, 32, 16, 16, 8>, Shape<256, 16, 16, 16, 16>>(),    // 2^15, 8
      variant<Shape<256, 16, 16, 16, 16>, Shape<256, 16, 16, 16, 16>>()};  // 2^16, 16
  return all;
}

}  // namespace gpufft::cuda
