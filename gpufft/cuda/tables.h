// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpufft/cuda/kernels/arguments.h"

namespace gpufft::cuda {

// exp(-2 pi i part / parts), computed in double.
Point turn(std::uint64_t part, std::uint64_t parts);

// The turns of all passes but the first, laid out as Shape::turns_before describes: for each of a pass's turns (see
// Butterfly) one for every point already joined, at turn_place().
std::vector<Point> pass_turns(std::span<const int> radices);

// Reorders bins: every `lines`-th one contiguous, starting with the first, then the second, and so on.
std::vector<std::complex<float>> by_lines(const std::vector<std::complex<float>>& bins, std::size_t lines);

}  // namespace gpufft::cuda
