// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/grid_variant.cuh"

namespace gpufft::cuda {

std::vector<GridVariant> grids_of_two() {
  return {full_grid<Shape<128, 32, 16, 16, 8>, 2>(),     full_grid<Shape<256, 16, 16, 16, 16>, 3>(),
          full_grid<Shape<512, 16, 32, 32, 16>, 2>(),    full_grid<Shape<1024, 8, 32, 32, 32>, 2>(),
          full_grid<Shape<1024, 16, 32, 32, 32>, 1>(),   full_grid<Shape<2048, 8, 32, 32, 16, 4>, 1>(),
          full_grid<Shape<2048, 4, 16, 16, 16, 8>, 2>(), full_grid<Shape<4096, 4, 32, 32, 32, 4>, 1>()};
}

}  // namespace gpufft::cuda
