// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpufft/cuda/kernels/arguments.h"

namespace gpufft::cuda {

// exp(-2 pi i part / parts), made in double.
Point turn(std::uint64_t part, std::uint64_t parts);

// The turns of all passes but the first, laid out as Shape::turns_before says: for each of a pass's turns (see
// Butterfly) one for every point already joined, where turn_place says.
std::vector<Point> pass_turns(std::span<const int> radices);

// Bins in another order: every `lines`-th side by side, from the first, then from the second, and so on.
std::vector<std::complex<float>> by_lines(const std::vector<std::complex<float>>& bins, std::size_t lines);

}  // namespace gpufft::cuda
