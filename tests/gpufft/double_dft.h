// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

// The oracle of all transform tests: plain, slow, in double.
namespace oracle {

using Points = std::vector<std::complex<double>>;

// The sum of x[n] exp(-2 pi i k n / N) for the requested k, by the definition.
Points dft_bins(std::span<const std::complex<double>> x, std::span<const std::size_t> bins);
Points dft(std::span<const std::complex<double>> x);

// The same for powers of two that are too long for the definition, by recursive halving.
Points fast_dft(std::span<const std::complex<double>> x);

}  // namespace oracle
