// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/variants.h"

namespace gpufft::cuda {

std::vector<FramesVariant> short_frames();
std::vector<FramesVariant> long_frames();
std::vector<FramesVariant> short_smooth_frames();
std::vector<FramesVariant> long_smooth_frames();

std::span<const FramesVariant> frames_variants() {
  static const std::vector<FramesVariant> all = [] {
    auto joined = short_frames();
    for (const auto& more : {long_frames(), short_smooth_frames(), long_smooth_frames()})
      joined.insert(joined.end(), more.begin(), more.end());
    return joined;
  }();
  return all;
}

}  // namespace gpufft::cuda
