// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gpufft/cuda/kernels/lines.h"

namespace gpufft::cuda {

// Lines of contiguous points, of a length that many programs use: a kernel with compile-time radices.
struct FixedLines {
  std::vector<unsigned> radices;
  unsigned together, threads;  // lines and threads per block
  std::size_t shared_bytes;
  void (*kernel)(LinesTask task);
};

std::span<const FixedLines> fixed_lines();
const FixedLines* fixed_lines_for(const LinesTask& task);  // null: none

}  // namespace gpufft::cuda
