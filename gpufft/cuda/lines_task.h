// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "gpufft/cuda/kernels/lines.h"

namespace gpufft::cuda {

// Points of the longest line that fits a block of the device, twice.
std::size_t longest_line();

// The radices of a smooth length: as few as can be, then as even as can be; large ones first.
std::vector<std::size_t> line_radices(std::size_t length);

// The turns of all passes but the first, as LinePass::turns says.
std::vector<Point> line_turns(std::size_t length);

// A task but for where its points lie. As many lines go together as give all threads of a block something to do, and
// so many neighbours if they fit.
LinesTask lines_task(std::size_t length, std::size_t lines, std::size_t frames, const Point* turns,
                     std::size_t neighbours = 1);

}  // namespace gpufft::cuda
