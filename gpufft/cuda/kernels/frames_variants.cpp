// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/variants.h"

namespace gpufft::cuda {

std::vector<FramesVariant> short_frames();
std::vector<FramesVariant> long_frames();

std::span<const FramesVariant> frames_variants() {
  static const std::vector<FramesVariant> all = [] {
    auto both = short_frames();
    for (const auto& variant : long_frames()) both.push_back(variant);
    return both;
  }();
  return all;
}

}  // namespace gpufft::cuda
