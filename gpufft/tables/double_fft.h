// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <span>
#include <vector>

namespace gpufft {

// The forward transform in double, for tables that must be more accurate than the transforms that use them. Simple
// code; fast enough for any length with small prime factors.
std::vector<std::complex<double>> transform_in_double(std::span<const std::complex<double>> x);

}  // namespace gpufft
