// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "gpufft/cuda/kernels/lines.h"

namespace gpufft::cuda {

// Points of the longest line that fits a block of the device, twice.
std::size_t longest_line();

// The radices of a smooth length, large ones first.
std::vector<std::size_t> line_radices(std::size_t length);

// A task but for where its points lie. As many lines go together as give all threads of a block something to do.
LinesTask lines_task(std::size_t length, std::size_t lines, std::size_t frames, const Point* circle);

}  // namespace gpufft::cuda
