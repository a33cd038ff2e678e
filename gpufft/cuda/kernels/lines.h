// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpufft/cuda/kernels/arguments.h"

struct CUstream_st;

namespace gpufft::cuda {

using Stream = CUstream_st*;  // CUDA's cudaStream_t

// Where the points of lines lie, counted in points.
struct LineLayout {
  std::size_t point = 1, line = 0, frame = 0;  // from one to the next
  bool swapped = false;                        // real and imaginary parts
};

// Lines of any length that 2, 3, 5 and 7 divide down to 1, as long as a block's shared memory holds one twice. The
// radices are met when it runs: slower than the kernels that know their shape, but for every length, stride and
// dimension.
struct LinesTask {
  static constexpr unsigned kMostPasses = 16;
  const Point* in;
  Point* out;
  LineLayout from, to;
  unsigned length, lines, frames;  // lines of a frame
  unsigned lines_together;         // in a block
  unsigned passes;
  std::uint8_t radices[kMostPasses];
  const Point* circle;  // exp(-2 pi i k / length)
  unsigned turned_by;   // over 0: bin k of line l is turned by exp(-2 pi i k l / turned_by)
};

constexpr unsigned kLinesThreads = 256;
std::size_t shared_bytes(const LinesTask& task);
void allow_shared_memory_for_lines(std::size_t bytes);  // once, before the largest is launched
void launch(const LinesTask& task, Stream stream);

}  // namespace gpufft::cuda
