// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cufft_pipeline.h"

namespace gpufft::program {
namespace {

constexpr unsigned kThreads = 256;

__global__ void __launch_bounds__(kThreads) convert_kernel(const uchar4* iq, const float2* window, std::size_t pairs,
                                                           unsigned pairs_per_frame, float4* points) {
  const std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
  if (i >= pairs) return;
  const uchar4 two = iq[i];
  const float2 weight = window[i % pairs_per_frame];
  points[i] = {(static_cast<float>(two.x) - 127.5F) * weight.x, (static_cast<float>(two.y) - 127.5F) * weight.x,
               (static_cast<float>(two.z) - 127.5F) * weight.y, (static_cast<float>(two.w) - 127.5F) * weight.y};
}

__global__ void __launch_bounds__(kThreads) levels_kernel(const float2* points, unsigned bins, unsigned frames,
                                                          std::size_t levels_count, std::uint8_t* levels) {
  const std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
  if (i >= levels_count) return;
  const std::size_t row = i / bins, bin = i % bins;
  const float2* const at = points + row * frames * bins + (bin ^ (bins / 2));
  float sum = 0;
  for (unsigned frame = 0; frame < frames; ++frame) {
    const float2 point = at[std::size_t{frame} * bins];
    sum += point.x * point.x + point.y * point.y;
  }
  const float level = 240 + 2 * 3.0103F * __log2f(sum / static_cast<float>(frames));
  levels[i] = static_cast<std::uint8_t>(fminf(fmaxf(level, 0), 255));
}

unsigned blocks_for(std::size_t count) { return static_cast<unsigned>((count + kThreads - 1) / kThreads); }

}  // namespace

void convert_samples(const std::uint8_t* iq, const float* window, std::size_t bins, std::size_t frames, float* points,
                     CUstream_st* stream) {
  const std::size_t pairs = bins * frames / 2;
  convert_kernel<<<blocks_for(pairs), kThreads, 0, stream>>>(
      reinterpret_cast<const uchar4*>(iq), reinterpret_cast<const float2*>(window), pairs,
      static_cast<unsigned>(bins / 2), reinterpret_cast<float4*>(points));
}

void points_to_levels(const float* points, std::size_t bins, std::size_t frames_per_row, std::size_t rows,
                      std::uint8_t* levels, CUstream_st* stream) {
  levels_kernel<<<blocks_for(rows * bins), kThreads, 0, stream>>>(
      reinterpret_cast<const float2*>(points), static_cast<unsigned>(bins), static_cast<unsigned>(frames_per_row),
      rows * bins, levels);
}

}  // namespace gpufft::program
