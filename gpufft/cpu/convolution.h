// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "gpufft/cpu/points_fft.h"
#include "gpufft/cpu/target.h"
#include "gpufft/planning/wisdom.h"

namespace gpufft::cpu {

// How to do a length that passes cannot do: through two transforms of a length that they can.
struct Convolution {
  std::string_view way;  // kRader or kBluestein
  std::size_t points;    // of each of the two
  double cost;           // nanoseconds if all ways have been measured, else the model's units
};

inline constexpr std::string_view kRader = "rader", kBluestein = "bluestein";

// The ways that exist for a length, cheapest first.
std::vector<Convolution> convolutions_for(const Target& target, std::size_t length);

std::unique_ptr<PointsFft> plan_convolution(const Target& target, std::size_t length, const Convolution& convolution);

// Times every way and adds the results to `wisdom`.
void measure_convolutions(const Target& target, std::size_t length, Wisdom& wisdom);

}  // namespace gpufft::cpu
