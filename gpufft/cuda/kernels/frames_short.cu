// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/frames_variant.cuh"

namespace gpufft::cuda {

std::vector<FramesVariant> short_frames() {
  return {frames_variant<Shape<2, 128, 2, 2>>(),         frames_variant<Shape<4, 128, 4, 4>>(),
          frames_variant<Shape<8, 64, 4, 4, 2>>(),       frames_variant<Shape<16, 32, 4, 4, 4>>(),
          frames_variant<Shape<32, 32, 8, 8, 4>>(),      frames_variant<Shape<64, 16, 8, 8, 8>>(),
          frames_variant<Shape<128, 16, 16, 16, 8>>(),   frames_variant<Shape<256, 8, 16, 16, 16>, 4>(),
          frames_variant<Shape<256, 8, 8, 8, 8, 4>>(),   frames_variant<Shape<512, 4, 16, 16, 16, 2>, 4>(),
          frames_variant<Shape<512, 8, 32, 32, 16>, 3>()};
}

}  // namespace gpufft::cuda
