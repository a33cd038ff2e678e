// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

// Tables for Bluestein's algorithm for any length: with nk = (n^2 + k^2 - (k - n)^2) / 2 a transform becomes a
// convolution with a chirp.

// exp(-i pi n^2 / length)
std::complex<double> chirp_at(std::uint64_t n, std::uint64_t length);

std::vector<std::complex<float>> chirp(std::size_t length);  // n from 0 to length - 1

// The transform of the conjugated chirp over `padded` points, at least 2 * length - 1, scaled for the unscaled inverse
// transform that ends the convolution.
std::vector<std::complex<float>> chirp_response(std::size_t length, std::size_t padded);

}  // namespace gpufft
