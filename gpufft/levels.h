// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace gpufft {

// Powers as levels: round(zero + steps_per_decibel * 10 log10(scale * power)), clamped to what `Level` holds, on the
// vector units of the processor, within 0.001 dB before rounding. Zero, what is below, and NaN give the least level.
struct LevelScale {
  float scale = 1;              // of the power, say 1 / frames
  float steps_per_decibel = 1;  // 100 for centibels
  float zero = 0;               // the level of a power of 1
};
void to_levels(std::span<const float> power, const LevelScale& scale, std::span<std::uint8_t> levels);  // 0 ... 255
void to_levels(std::span<const float> power, const LevelScale& scale, std::span<std::int16_t> levels);  // +-32767

}  // namespace gpufft
