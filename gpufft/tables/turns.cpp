// SPDX-License-Identifier: MIT
#include "gpufft/tables/turns.h"

#include <cmath>
#include <numbers>

namespace gpufft {

std::vector<std::complex<float>> turns(std::size_t count, std::size_t of) {
  std::vector<std::complex<float>> points;
  points.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(of);
    points.emplace_back(std::complex<double>(std::cos(angle), -std::sin(angle)));
  }
  return points;
}

}  // namespace gpufft
