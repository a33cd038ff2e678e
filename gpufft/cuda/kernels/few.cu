// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/frames_variant.cuh"
#include "gpufft/cuda/kernels/grid_variant.cuh"

namespace gpufft::cuda {

// A single wave of blocks does not fill the device: threads hold few points, so that there are many, and blocks have
// few lines, so that they lie on many multiprocessors.
std::span<const FramesVariant> few_frames_variants() {
  static const std::vector<FramesVariant> all{
      points_frames<Shape<256, 1, 4, 4, 4, 4, 4>, 1>(),  points_frames<Shape<512, 1, 8, 8, 8, 8>, 1>(),
      points_frames<Shape<1024, 1, 8, 8, 8, 4, 4>, 1>(), points_frames<Shape<2048, 1, 16, 16, 16, 8>, 1>(),
      points_frames<Shape<2048, 1, 8, 8, 8, 8, 4>, 1>(), points_frames<Shape<4096, 1, 16, 16, 16, 16>, 1>()};
  return all;
}

std::span<const GridVariant> few_grid_variants() {
  static const std::vector<GridVariant> all{
      points_grid<Shape<64, 8, 8, 8, 8>>(),        points_grid<Shape<128, 8, 16, 16, 8>>(),
      points_grid<Shape<128, 4, 8, 8, 4, 4>>(),    points_grid<Shape<256, 8, 16, 16, 16>>(),
      points_grid<Shape<256, 4, 16, 16, 16>>(),    points_grid<Shape<512, 4, 8, 8, 8, 8>>(),
      points_grid<Shape<512, 8, 16, 16, 16, 2>>(), points_grid<Shape<1024, 8, 16, 16, 16, 4>>()};
  return all;
}

}  // namespace gpufft::cuda
