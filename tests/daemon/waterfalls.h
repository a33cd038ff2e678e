// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <random>
#include <utility>

#include "daemon/pipeline/row.h"
#include "tests/eventually.h"

// For tests that compare the waterfalls of two backends.
namespace spectrumd {

// A recording, in cu8: noise and a few tones, some far below others.
inline void record_tones(const std::filesystem::path& path, int samples) {
  std::mt19937 generator(1);
  std::normal_distribution<double> noise(0, 2);
  std::ofstream file(path, std::ios::binary);
  for (int n = 0; n < samples; ++n) {
    std::complex<double> sample(noise(generator), noise(generator));
    for (const auto& [level, cycles] : {std::pair(60.0, 0.1234), std::pair(6.0, -0.31), std::pair(0.6, 0.4)})
      sample += std::polar(level, 2 * std::numbers::pi * cycles * n);
    for (const double part : {sample.real(), sample.imag()})
      file.put(static_cast<char>(static_cast<std::uint8_t>(std::clamp(std::lround(part + 127.5), 0L, 255L))));
  }
}

// Within 0.05 dB in every detector. What is 50 dB and more below the strongest is rounding.
inline void expect_same_waterfall(const Row& row, const Row& truth) {
  constexpr int kRounding = 5000, kLikeness = 5;  // centibels
  ASSERT_EQ(row.sequence, truth.sequence);
  EXPECT_EQ(row.ffts, truth.ffts);
  for (std::size_t detector = 0; detector < kDetectors.size(); ++detector) {
    const auto levels = row.levels[detector].full(), expected = truth.levels[detector].full();
    const int strongest = *std::ranges::max_element(expected);
    for (std::size_t bin = 0; bin < levels.size(); ++bin) {
      if (expected[bin] <= strongest - kRounding) continue;
      ASSERT_NEAR(levels[bin], expected[bin], kLikeness) << "row " << row.sequence << ", bin " << bin;
    }
  }
}

}  // namespace spectrumd
