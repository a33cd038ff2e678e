// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "gpufft/cpu/points_fft.h"
#include "gpufft/cpu/target.h"

namespace gpufft::cpu {

// Any length from 1 to kLongest: passes where 2, 3, 5 and 7 divide it down to 1, else a convolution, which is made of
// them.
std::unique_ptr<PointsFft> plan_points_fft(const Target& target, std::size_t length);

}  // namespace gpufft::cpu
