// SPDX-License-Identifier: MIT
#include "gpufft/levels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <ostream>
#include <vector>

#include "gpufft/cpu/target.h"

namespace gpufft::cpu {
void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }
}  // namespace gpufft::cpu

namespace {

using gpufft::LevelScale;

class Levels : public testing::TestWithParam<gpufft::cpu::Target> {
 protected:
  static std::vector<std::int16_t> words(const std::vector<float>& power, const LevelScale& scale) {
    std::vector<std::int16_t> levels(power.size());
    GetParam().kernels.front().to_words(power.data(), power.size(), scale, levels.data());
    return levels;
  }
  static std::vector<std::uint8_t> bytes(const std::vector<float>& power, const LevelScale& scale) {
    std::vector<std::uint8_t> levels(power.size());
    GetParam().kernels.front().to_bytes(power.data(), power.size(), scale, levels.data());
    return levels;
  }
};
INSTANTIATE_TEST_SUITE_P(Target, Levels,
                         testing::ValuesIn(gpufft::cpu::targets().begin(), gpufft::cpu::targets().end()),
                         [](const auto& target) { return std::string(target.param.name); });

TEST_P(Levels, AreWithinAThousandthOfADecibelBeforeTheyAreRounded) {
  constexpr float kThousandths = 1000;
  std::vector<float> power;
  for (float value = 1e-3F; value < 1e3F; value *= 1.0001F) power.push_back(value);
  const auto levels = words(power, {.steps_per_decibel = kThousandths});
  for (std::size_t i = 0; i < power.size(); ++i) {
    ASSERT_NEAR(levels[i], 10 * kThousandths * std::log10(static_cast<double>(power[i])), 0.5 + 1) << power[i];
  }
}

TEST_P(Levels, AreScaledAndShifted) {
  const LevelScale scale{.scale = 0.125F, .steps_per_decibel = 2, .zero = 240};
  EXPECT_EQ(bytes({8, 0.8F, 8e-6F, 80, 8e-12F}, scale), (std::vector<std::uint8_t>{240, 220, 120, 255, 0}));
}

TEST_P(Levels, ReachOverAllPowersThatFloatsHold) {
  for (int exponent = -100; exponent <= 100; ++exponent) {
    const double truth = 1000 * exponent * std::log10(2.0);
    ASSERT_NEAR(words({std::ldexp(1.0F, exponent)}, {.steps_per_decibel = 100})[0], truth, 0.51) << exponent;
  }
}

TEST_P(Levels, StayInBoundsWhateverThePower) {
  using Limits = std::numeric_limits<float>;
  const std::vector<float> odd{
      0, -1, Limits::quiet_NaN(), Limits::denorm_min(), Limits::infinity(), -Limits::infinity()};
  constexpr std::int16_t kLeast = -INT16_MAX, kMost = INT16_MAX;
  EXPECT_EQ(words(odd, {.steps_per_decibel = 100}),
            (std::vector<std::int16_t>{kLeast, kLeast, kLeast, kLeast, kMost, kLeast}));
  EXPECT_EQ(bytes(odd, {.zero = 240}), (std::vector<std::uint8_t>{0, 0, 0, 0, 255, 0}));
}

}  // namespace
