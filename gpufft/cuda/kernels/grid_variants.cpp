// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/variants.h"

namespace gpufft::cuda {

std::vector<GridVariant> grids_of_two();
std::vector<GridVariant> smooth_grids();

std::span<const GridVariant> grid_variants() {
  static const std::vector<GridVariant> all = [] {
    auto both = grids_of_two();
    for (const auto& variant : smooth_grids()) both.push_back(variant);
    return both;
  }();
  return all;
}

}  // namespace gpufft::cuda
