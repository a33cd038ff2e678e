// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/frames_variant.cuh"

namespace gpufft::cuda {

// The fastest of some that were measured on an H200.
std::vector<FramesVariant> long_smooth_frames() {
  return {smooth_frames<15, 15, 8, 16>(),
          smooth_frames<20, 20, 5, 20>(),
          smooth_frames<12, 15, 12, 12>(),
          smooth_frames<20, 20, 6, 20>(),
          smooth_frames<20, 25, 10, 10>(),
          smooth_frames<16, 16, 10, 16>(),
          smooth_frames<20, 10, 15, 20>(),
          smooth_frames<12, 16, 12, 16>(),
          smooth_frames<40, 10, 8, 40>(),
          smooth_frames<15, 15, 15, 16>(),
          smooth_frames<18, 21, 10, 18>(),
          smooth_frames<15, 15, 16, 16>(),
          smooth_frames<20, 20, 10, 20>(),
          smooth_frames<15, 15, 16, 18>(),
          points_frames<Shape<4410, 1, 14, 21, 15, 14>, 3>(),
          smooth_frames<20, 20, 12, 20>(),
          smooth_frames<20, 25, 10, 20>(),
          smooth_frames<32, 8, 20, 32>(),
          smooth_frames<24, 8, 24, 30>(),
          smooth_frames<20, 25, 12, 20>(),
          smooth_frames<24, 8, 24, 32>(),
          smooth_frames<30, 32, 8, 30>(),
          smooth_frames<20, 20, 20, 20>(),
          smooth_frames<30, 32, 10, 30>(),
          smooth_frames<20, 25, 20, 20>(),
          smooth_frames<20, 25, 20, 24>(),
          smooth_frames<32, 32, 12, 32>(),
          smooth_frames<40, 20, 20, 40>(),
          smooth_frames<48, 16, 25, 48>(),
          smooth_frames<40, 10, 10, 10, 20>(),
          smooth_frames<40, 8, 10, 15, 20>(),
          smooth_frames<48, 8, 8, 8, 48>(),
          smooth_frames<50, 50, 50, 10>()};
}

}  // namespace gpufft::cuda
