// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/columns.cuh"
#include "gpufft/cuda/kernels/variants.h"

namespace gpufft::cuda {
namespace {

template <typename S, int MinBlocks>
GridVariant variant() {
  return {facts_of<S>(),
          reinterpret_cast<const void*>(&columns_kernel<S, MinBlocks, PointsSource>),
          reinterpret_cast<const void*>(&columns_kernel<S, MinBlocks, FactoredSource>),
          reinterpret_cast<const void*>(&columns_kernel<S, MinBlocks, SamplesSource>),
          reinterpret_cast<const void*>(&rows_kernel<S, MinBlocks, PointsKeeper, PointsSink>),
          reinterpret_cast<const void*>(&rows_kernel<S, MinBlocks, PointsKeeper, FactoredSink>),
          reinterpret_cast<const void*>(&rows_kernel<S, MinBlocks, PowerKeeper<false>, PowerSink>),
          reinterpret_cast<const void*>(&rows_kernel<S, 1, PowerKeeper<true>, PowerSink>)};
}

}  // namespace

std::span<const GridVariant> grid_variants() {
  static const std::vector<GridVariant> all{
      variant<Shape<128, 32, 16, 16, 8>, 2>(),     variant<Shape<256, 16, 16, 16, 16>, 3>(),
      variant<Shape<512, 16, 32, 32, 16>, 2>(),    variant<Shape<1024, 8, 32, 32, 32>, 2>(),
      variant<Shape<1024, 16, 32, 32, 32>, 1>(),   variant<Shape<2048, 8, 32, 32, 16, 4>, 1>(),
      variant<Shape<2048, 4, 16, 16, 16, 8>, 2>(), variant<Shape<4096, 4, 32, 32, 32, 4>, 1>()};
  return all;
}

}  // namespace gpufft::cuda
