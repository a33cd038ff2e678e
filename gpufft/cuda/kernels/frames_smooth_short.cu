// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/frames_variant.cuh"

namespace gpufft::cuda {

// The fastest of some that were measured on an H200.
std::vector<FramesVariant> short_smooth_frames() {
  return {smooth_frames<4, 5, 4>(),       smooth_frames<4, 6, 4>(),       smooth_frames<5, 6, 5>(),
          smooth_frames<6, 6, 6>(),       smooth_frames<5, 8, 5>(),       smooth_frames<6, 8, 6>(),
          smooth_frames<6, 10, 6>(),      smooth_frames<8, 9, 8>(),       smooth_frames<8, 8, 10>(),
          smooth_frames<9, 9, 9>(),       smooth_frames<9, 9, 10>(),      smooth_frames<8, 12, 8>(),
          smooth_frames<10, 10, 10>(),    smooth_frames<10, 12, 10>(),    smooth_frames<12, 12, 12>(),
          smooth_frames<10, 10, 15>(),    smooth_frames<10, 16, 10>(),    smooth_frames<12, 12, 15>(),
          smooth_frames<12, 12, 16>(),    smooth_frames<10, 10, 20>(),    smooth_frames<12, 18, 12>(),
          smooth_frames<15, 15, 15>(),    smooth_frames<15, 16, 15>(),    smooth_frames<10, 10, 5, 5>(),
          smooth_frames<16, 18, 16>(),    smooth_frames<15, 15, 20>(),    smooth_frames<16, 16, 20>(),
          smooth_frames<18, 18, 20>(),    smooth_frames<15, 15, 25>(),    smooth_frames<16, 16, 24>(),
          smooth_frames<20, 20, 20>(),    smooth_frames<18, 18, 24>(),    smooth_frames<15, 15, 6, 5>(),
          smooth_frames<15, 5, 6, 16>(),  smooth_frames<10, 5, 10, 10>(), smooth_frames<18, 32, 18>(),
          smooth_frames<10, 5, 10, 12>(), smooth_frames<20, 32, 20>(),    smooth_frames<12, 4, 15, 12>(),
          smooth_frames<24, 32, 24>(),    smooth_frames<20, 4, 10, 20>(), smooth_frames<14, 7, 9, 14>(),
          smooth_frames<15, 15, 4, 15>(), smooth_frames<15, 15, 4, 16>(), smooth_frames<10, 10, 10, 10>(),
          smooth_frames<12, 15, 6, 12>(), smooth_frames<16, 4, 18, 16>(), smooth_frames<15, 5, 15, 16>(),
          smooth_frames<16, 8, 10, 16>(), smooth_frames<15, 5, 16, 18>(), smooth_frames<10, 15, 10, 10>(),
          smooth_frames<12, 16, 8, 12>()};
}

}  // namespace gpufft::cuda
