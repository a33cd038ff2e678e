// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "gpufft/cuda/kernels/lines.h"

namespace gpufft::cuda {

// Points of the longest line of which a block's shared memory holds two copies.
std::size_t longest_line();

// The radices of a smooth length: as few as possible, then as even as possible; large ones first.
std::vector<std::size_t> line_radices(std::size_t length);

// The turns of all passes but the first, in the order that LinePass::turns describes.
std::vector<Point> line_turns(std::size_t length);

// A task, except for where its points lie. As many lines per block as give all threads something to do, and at least
// `neighbours` if they fit.
LinesTask lines_task(std::size_t length, std::size_t lines, std::size_t frames, const Point* turns,
                     std::size_t neighbours = 1);

}  // namespace gpufft::cuda
