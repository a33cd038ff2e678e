// SPDX-License-Identifier: MIT
// Powers as levels. A loop that the compiler turns into vectors by itself. Included once per target.
#if defined(GPUFFT_CPU_LANES_LEVELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUFFT_CPU_LANES_LEVELS_INL_H_
#undef GPUFFT_CPU_LANES_LEVELS_INL_H_
#else
#define GPUFFT_CPU_LANES_LEVELS_INL_H_
#endif

#include <cstdint>

#include "gpufft/cpu/lanes/vectors.h"
#include "gpufft/levels.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

// Of a normal positive number: its exponent, and for its mantissa m, brought to sqrt(1/2) ... sqrt(2), a polynomial of
// f = m - 1 that is nowhere off by more than 4.4e-7 (Remez). Exact at powers of two, and no division.
HWY_INLINE float log2_of(float value) {
  constexpr std::int32_t kSqrtHalf = 0x3F3504F3;  // the bits of the float
  const auto bits = __builtin_bit_cast(std::int32_t, value);
  const std::int32_t exponent = (bits - kSqrtHalf) >> 23;
  const float f = __builtin_bit_cast(float, bits - exponent * (1 << 23)) - 1;
  const float low = 1.44270445F + f * (-0.721351053F + f * 0.480181411F);
  const float high = -0.359869637F + f * (0.302074405F + f * (-0.265592141F + f * 0.144520617F));
  return static_cast<float>(exponent) + f * (low + f * f * f * high);
}

template <int Least, int Most, typename Level>
void to_levels(const float* __restrict power, std::size_t bins, const LevelScale& scale, Level* __restrict levels) {
  constexpr float kLeastPower = 1e-37F;  // a normal number still
  constexpr float kDecibelsPerLog2 = 3.01029995663981195214F;
  constexpr float kBias = 65536;  // positive numbers are rounded by cutting them off
  const float step = scale.steps_per_decibel * kDecibelsPerLog2, zero = scale.zero, factor = scale.scale;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const float scaled = power[bin] * factor;
    const float level = zero + step * log2_of(scaled > kLeastPower ? scaled : kLeastPower);
    const float bounded = level > Least ? (level < Most ? level : Most) : Least;
    const auto rounded = static_cast<std::int32_t>(bounded + (kBias + 0.5F)) - static_cast<std::int32_t>(kBias);
    levels[bin] = static_cast<Level>(scaled > kLeastPower ? rounded : Least);
  }
}

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
