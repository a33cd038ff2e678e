// SPDX-License-Identifier: MIT
#include "gpufft/tables/chirp.h"

#include <cmath>
#include <numbers>

#include "gpufft/tables/double_fft.h"

namespace gpufft {

// The phase repeats every 2 * length, so n^2 is reduced modulo that as an integer: exact, where a large angle would not
// be.
std::complex<double> chirp_at(std::uint64_t n, std::uint64_t length) {
  const double angle = std::numbers::pi * static_cast<double>(n * n % (2 * length)) / static_cast<double>(length);
  return {std::cos(angle), -std::sin(angle)};
}

std::vector<std::complex<float>> chirp(std::size_t length) {
  std::vector<std::complex<float>> points;
  points.reserve(length);
  for (std::size_t n = 0; n < length; ++n) points.emplace_back(chirp_at(n, length));
  return points;
}

std::vector<std::complex<float>> chirp_response(std::size_t length, std::size_t padded) {
  std::vector<std::complex<double>> wrapped(padded);
  for (std::size_t n = 0; n < length; ++n) {
    const auto chirp = std::conj(chirp_at(n, length)) / static_cast<double>(padded);
    for (const std::size_t at : {n, (padded - n) % padded}) wrapped[at] = chirp;
  }
  const auto bins = transform_in_double(wrapped);
  return {bins.begin(), bins.end()};
}

}  // namespace gpufft
