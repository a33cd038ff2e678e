// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace gpufft {

// exp(-2 pi i k / of) for every k below `count`, made in double.
std::vector<std::complex<float>> turns(std::size_t count, std::size_t of);

}  // namespace gpufft
