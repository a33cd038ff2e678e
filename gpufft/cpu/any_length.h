// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "gpufft/cpu/points_fft.h"
#include "gpufft/cpu/target.h"

namespace gpufft::cpu {

// A transform of any length from 1 to kLongest: in registers those of kShortLengths, by passes where 2, 3, 5, 7,
// 11 and 13 divide the length down to 1, else by a convolution, which uses such transforms.
std::unique_ptr<PointsFft> plan_points_fft(const Target& target, std::size_t length);

}  // namespace gpufft::cpu
