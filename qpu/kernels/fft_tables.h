// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "qpu/kernels/fft_plan.h"

namespace qpu {

// The numbers a pass reads besides its samples, as words of memory; computed in double, rounded to nearest.

// Twiddles by block of columns, register and lane, real parts before imaginary ones; of the first block only if the
// others are products. `scale` goes into each.
std::vector<std::uint32_t> twiddle_table(const FftPass& pass, double scale);

// Second factors of products: by block of columns and row.
std::vector<std::uint32_t> fine_twiddle_table(const FftPass& pass);

// Between registers and lanes, for more than 16 rows.
std::vector<std::uint32_t> inner_twiddle_table(const FftPass& pass, double scale);

// Of fft_shared.qasm, c and s of c - is by lane: between lanes, between vectors; then for each QPU between digits.
std::vector<std::uint32_t> shared_table(int log2_size, double scale);

// The factors of real.qinc: per row of 16 points (pairs of numbers), and per lane. `size` counts the
// complex points, half as many as real ones.
std::vector<std::uint32_t> real_row_twiddles(std::size_t size, bool inverse);
std::vector<std::uint32_t> real_lane_twiddles(std::size_t size, bool inverse);

// A window as bytes.qinc reads it: by block of columns, register and lane.
std::vector<std::uint32_t> window_table(const FftPass& pass, std::span<const float> window);

}  // namespace qpu
