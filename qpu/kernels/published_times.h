// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>

namespace qpu {

// GPU_FFT 3.0 on a Pi 1, as published by its author: shown next to our own times and errors.
struct PublishedTimes {
  double us_single, us_of_ten, ppm;  // of ten: 0 if unknown
};

// nullopt for lengths below 2^8; otherwise powers of two to 2^22.
inline const PublishedTimes* published_times(std::size_t length) {
  constexpr std::size_t kSmallest = 1 << 8;
  static constexpr std::array<PublishedTimes, 15> kTable{{{33, 17, .33},
                                                          {49, 29, .46},
                                                          {70, 49, .52},
                                                          {120, 110, .59},
                                                          {250, 270, .78},
                                                          {610, 660, .83},
                                                          {1200, 1200, .92},
                                                          {3500, 3300, .98},
                                                          {7000, 0, 1.0},
                                                          {17000, 0, 1.3},
                                                          {43000, 0, 1.3},
                                                          {97000, 0, 1.4},
                                                          {194000, 0, 1.5},
                                                          {388000, 0, 1.5},
                                                          {786000, 0, 1.5}}};
  return length < kSmallest ? nullptr : &kTable[static_cast<std::size_t>(std::countr_zero(length / kSmallest))];
}

}  // namespace qpu
