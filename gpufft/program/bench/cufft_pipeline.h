// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

namespace gpufft::program {

// The kernels that a program needs around a library's transform: u8 samples to windowed points before it; power, mean
// of the frames of a row, decibels and levels of 8 bits after it.
void convert_samples(const std::uint8_t* iq, const float* window, std::size_t bins, std::size_t frames, float* points,
                     CUstream_st* stream);
void points_to_levels(const float* points, std::size_t bins, std::size_t frames_per_row, std::size_t rows,
                      std::uint8_t* levels, CUstream_st* stream);

}  // namespace gpufft::program
