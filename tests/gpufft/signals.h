// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "gpufft/fft.h"
#include "tests/gpufft/double_dft.h"

using FloatPoints = std::vector<std::complex<float>>;

FloatPoints random_points(std::size_t count, unsigned seed);  // parts uniform in -1 ... 1
oracle::Points in_double(std::span<const std::complex<float>> points);

// L2 norm of the difference divided by the L2 norm of the truth.
double relative_error(std::span<const std::complex<double>> value, std::span<const std::complex<double>> truth);

// The transforms of all stretches of `length` points, by an oracle of the forward one.
using Oracle = std::function<oracle::Points(std::span<const std::complex<double>>)>;
oracle::Points truth(const FloatPoints& x, std::size_t length, gpufft::Direction direction, const Oracle& dft);
