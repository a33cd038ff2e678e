// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace gpufft {

// How powers become levels: round(zero + steps_per_decibel * 10 log10(scale * power)), clamped to the range of the
// level's type, within 0.001 dB before rounding. NaN and powers of zero or less give the lowest level.
struct LevelScale {
  float scale = 1;              // factor for the power, for instance 1 / frames
  float steps_per_decibel = 1;  // 100 for centibels
  float zero = 0;               // the level of a power of 1
};
// Convert power.size() values on the processor's vector units; `levels` has the same size. Any thread; allocates
// nothing. Throws PlanError if GPUFFT_CPU_TARGET names an unknown vector unit.
void to_levels(std::span<const float> power, const LevelScale& scale, std::span<std::uint8_t> levels);  // 0 ... 255
void to_levels(std::span<const float> power, const LevelScale& scale, std::span<std::int16_t> levels);  // +-32767

}  // namespace gpufft
