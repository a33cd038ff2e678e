// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <complex>
#include <cstdint>
#include <span>

namespace gpufft::qpu {

// Points in the memory of a board, which can be accessed in words only.
inline void write_points(std::span<const std::complex<float>> points, std::span<volatile std::uint32_t> words) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    words[2 * i] = std::bit_cast<std::uint32_t>(points[i].real());
    words[2 * i + 1] = std::bit_cast<std::uint32_t>(points[i].imag());
  }
}

inline void read_points(std::span<volatile std::uint32_t> words, std::span<std::complex<float>> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::uint32_t re = words[2 * i], im = words[2 * i + 1];
    points[i] = {std::bit_cast<float>(re), std::bit_cast<float>(im)};
  }
}

}  // namespace gpufft::qpu
