// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <span>
#include <vector>

namespace gpufft {

// The forward transform in double, for tables that must be better than what they serve. Plain; any length with small
// prime factors is done soon enough.
std::vector<std::complex<double>> transform_in_double(std::span<const std::complex<double>> x);

}  // namespace gpufft
