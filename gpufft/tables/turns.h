// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace gpufft {

// The turns exp(-2 pi i k / of) for every k below `count`, computed in double.
std::vector<std::complex<float>> turns(std::size_t count, std::size_t of);

}  // namespace gpufft
