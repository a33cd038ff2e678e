// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpufft/cuda/kernels/arguments.h"

namespace gpufft::cuda {

// exp(-2 pi i part / parts), made in double.
Point turn(std::uint64_t part, std::uint64_t parts);

// The circle in so many parts, as far as asked.
std::vector<Point> circle(std::size_t count, std::size_t parts);

// The turns of all passes but the first, laid out as Shape::turns_before says: for each of a pass's turns (see
// Butterfly) one for every point already joined, where turn_place says.
std::vector<Point> pass_turns(std::span<const int> radices);

// exp(-i pi n^2 / length): the phase repeats every 2 * length, so n^2 is reduced by that as an integer, exactly.
std::vector<Point> chirp(std::size_t length);
// The transform of the conjugated chirp, wrapped around `padded` points and divided by their number.
std::vector<Point> chirp_response(std::size_t length, std::size_t padded);
// The same bins in another order: every `lines`-th side by side, from the first, then from the second, and so on.
std::vector<Point> by_lines(const std::vector<Point>& bins, std::size_t lines);

}  // namespace gpufft::cuda
