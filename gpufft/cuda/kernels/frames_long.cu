// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/frames_variant.cuh"

namespace gpufft::cuda {

std::vector<FramesVariant> long_frames() {
  return {frames_variant<Shape<1024, 4, 32, 32, 32>, 3, 4>(),    frames_variant<Shape<1024, 2, 16, 16, 16, 4>, 5>(),
          frames_variant<Shape<2048, 1, 16, 16, 16, 8>, 5, 6>(), frames_variant<Shape<2048, 1, 32, 32, 16, 4>, 6>(),
          frames_variant<Shape<4096, 1, 32, 32, 16, 8>, 3>(),    frames_variant<Shape<4096, 1, 32, 32, 32, 4>, 3>(),
          frames_variant<Shape<4096, 1, 16, 16, 16, 16>, 3>(),   frames_variant<Shape<8192, 1, 32, 32, 16, 16>, 2>(),
          frames_variant<Shape<8192, 1, 16, 16, 16, 8, 4>, 1>(), frames_variant<Shape<16384, 1, 32, 32, 32, 16>, 1>()};
}

}  // namespace gpufft::cuda
