// SPDX-License-Identifier: MIT
#include "qpu/emulator/sfu.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "qpu/emulator/alu.h"

namespace qpu {
namespace {

struct Sample {
  SfuFunction function;
  std::uint32_t operand, captured;
};
// Reference 3.6.
const std::vector<Sample> kSamples = {
    {SfuFunction::Recip, 0x71ae7e4b, 0x0d3bcb00},     {SfuFunction::Recip, 0x391c8cd0, 0x45d15100},
    {SfuFunction::Recip, 0x47384718, 0x37b1d200},     {SfuFunction::Recip, 0x3c492ac2, 0x42a2e500},
    {SfuFunction::Recip, 0x1129289c, 0x6dc1b800},     {SfuFunction::Recip, 0x5b09a410, 0x23ee1200},
    {SfuFunction::RecipSqrt, 0x303f0346, 0x47143000}, {SfuFunction::RecipSqrt, 0x4ce817b2, 0x38be1f00},
    {SfuFunction::RecipSqrt, 0x3db9455d, 0x4054cb00}, {SfuFunction::RecipSqrt, 0x283c7108, 0x4b153000},
    {SfuFunction::RecipSqrt, 0x237f0fe7, 0x4d803d00}, {SfuFunction::RecipSqrt, 0x65f82de2, 0x2c37dc00}};

float value(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(Sfu, MeetsTheCapturedSamplesAndMostBitForBit) {
  const TruncatingRounding rounding;
  int exact = 0;
  for (const Sample& sample : kSamples) {
    const std::uint32_t result = sfu(sample.function, sample.operand);
    EXPECT_NEAR(value(result) / value(sample.captured), 1, 6e-5) << std::hex << sample.operand;
    exact += result == sample.captured;
  }
  EXPECT_EQ(exact, 8);
}

TEST(Sfu, GivesThePowersAndLogarithmsThatWereSeen) {
  const TruncatingRounding rounding;
  const auto exp2_of = [](float x) { return value(sfu(SfuFunction::Exp, bits(x))); };
  const auto log2_of = [](float x) { return value(sfu(SfuFunction::Log, bits(x))); };
  EXPECT_NEAR(exp2_of(0), 1.000031, 5e-7);
  EXPECT_NEAR(exp2_of(1), 2.000061, 5e-7);
  EXPECT_NEAR(exp2_of(2), 4.000122, 5e-7);
  EXPECT_NEAR(exp2_of(-1), 0.4999847, 5e-8);
  EXPECT_NEAR(exp2_of(0.5), 1.414246, 5e-7);
  EXPECT_EQ(log2_of(1), 0);
  EXPECT_EQ(log2_of(2), 1);
  EXPECT_NEAR(log2_of(0.5), -0.9999847, 5e-8);
  EXPECT_NEAR(log2_of(0.25), -1.999985, 5e-7);
  EXPECT_NEAR(log2_of(3.1415927F), 1.651428, 5e-7);
  EXPECT_NEAR(log2_of(1e5), 16.60959, 5e-6);
}

TEST(Sfu, StaysWithinTheToleranceEverywhere) {
  const TruncatingRounding rounding;
  std::mt19937 random(1);
  for (int i = 0; i < 100'000; ++i) {
    const float x = std::ldexp(1 + static_cast<float>(random()) * 0x1p-32F, static_cast<int>(random() % 200) - 100);
    EXPECT_NEAR(double{value(sfu(SfuFunction::Recip, bits(-x)))} * -x, 1, 6e-5) << x;
    EXPECT_NEAR(value(sfu(SfuFunction::RecipSqrt, bits(-x))) * std::sqrt(double{x}), 1, 6e-5) << x;
    EXPECT_NEAR(value(sfu(SfuFunction::Log, bits(-x))), std::log2(double{x}), 7e-5) << x;
    const float near_one = std::ldexp(x, 1 - std::ilogb(x)) / 2;
    EXPECT_NEAR(value(sfu(SfuFunction::Log, bits(near_one))), std::log2(double{near_one}), 7e-5) << near_one;
    const float power = static_cast<float>(random()) * 0x1p-25F - 64;
    EXPECT_NEAR(value(sfu(SfuFunction::Exp, bits(power))) / std::exp2(double{power}), 1, 6e-5) << power;
  }
}

TEST(Sfu, KnowsTheSpecialCases) {
  const TruncatingRounding rounding;
  EXPECT_EQ(sfu(SfuFunction::Recip, 0), 0x7f800000u);
  EXPECT_EQ(sfu(SfuFunction::RecipSqrt, 0), 0x7f800000u);
  EXPECT_EQ(sfu(SfuFunction::Log, 0), 0xff800000u);
  EXPECT_EQ(sfu(SfuFunction::Exp, bits(1000)), 0x7f800000u);
  EXPECT_EQ(sfu(SfuFunction::Exp, bits(-1000)), 0u);
}

}  // namespace
}  // namespace qpu
