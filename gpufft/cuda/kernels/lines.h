// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gpufft/cuda/kernels/arguments.h"

struct CUstream_st;

namespace gpufft::cuda {

using Stream = CUstream_st*;  // CUDA's cudaStream_t

// Where the points of lines lie, counted in points.
struct LineLayout {
  std::size_t point = 1, line = 0, frame = 0;  // distances from one to the next
  bool swapped = false;                        // real and imaginary parts
};

// A run-time divisor, as a factor to multiply by: right for numbers whose product with it is below 2^31. A default one
// gives 0 for every number.
struct Divisor {
  unsigned value = 0, factor = 0;  // 2^31 / value, rounded up

  Divisor() = default;
  explicit Divisor(std::size_t of)
      : value(static_cast<unsigned>(of)), factor(static_cast<unsigned>(((std::size_t{1} << 31) + of - 1) / of)) {}
};

struct LinePass {
  unsigned radix = 0;
  Divisor joined;       // points already transformed together
  Divisor butterflies;  // per line
  unsigned turns = 0;   // their start in the table: for each leg but the first, one for every point joined
};

// Lines of any length that 2, 3, 5 and 7 divide down to 1, as long as a block's shared memory holds one twice. Radices
// are run-time parameters: one kernel for every length, stride and dimension.
struct LinesTask {
  static constexpr unsigned kMostPasses = 16;
  const Point* in;
  Point* out;
  LineLayout from, to;
  unsigned length, lines, frames;  // lines: per frame
  Divisor together;                // lines in a block
  unsigned threads;
  unsigned pitch;  // of lines in shared memory
  Divisor
      gap;  // in shared memory, after this many points: the first radix, if threads that far apart would hit few banks
  unsigned passes;
  std::array<LinePass, kMostPasses> pass;
  const Point* turns;
  std::uint64_t unit;  // over 0: bin k of line l is turned by k l of these, see unit_of()
};

constexpr unsigned kMostLinesThreads = 1024;
std::size_t shared_bytes(const LinesTask& task);
void allow_shared_memory_for_lines(std::size_t bytes);  // once, before the largest is launched
void launch(const LinesTask& task, Stream stream);

}  // namespace gpufft::cuda
