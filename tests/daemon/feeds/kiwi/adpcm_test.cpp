// SPDX-License-Identifier: MIT
#include "daemon/feeds/kiwi/adpcm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace spectrumd {
namespace {

using Levels = std::vector<std::uint8_t>;

// The decoder of the IMA's recommendation, whose predictor has 16 bits. Its table of steps grows by a tenth.
std::vector<int> decoded(const std::string& bytes) {
  static const std::array<int, 89> steps = [] {
    std::array<int, 89> table{};
    constexpr std::array<int, 40> kFirst{7,   8,   9,   10,  11,  12,  13,  14,  16,  17,  19,  21, 23, 25,
                                         28,  31,  34,  37,  41,  45,  50,  55,  60,  66,  73,  80, 88, 97,
                                         107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307};
    std::ranges::copy(kFirst, table.begin());
    constexpr std::array<int, 49> kRest{337,   371,   408,   449,   494,   544,   598,   658,   724,   796,
                                        876,   963,   1060,  1166,  1282,  1411,  1552,  1707,  1878,  2066,
                                        2272,  2499,  2749,  3024,  3327,  3660,  4026,  4428,  4871,  5358,
                                        5894,  6484,  7132,  7845,  8630,  9493,  10442, 11487, 12635, 13899,
                                        15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};
    std::ranges::copy(kRest, table.begin() + kFirst.size());
    return table;
  }();
  std::vector<int> samples;
  int predicted = 0, index = 0;
  const auto decode = [&](unsigned code) {
    const int step = steps.at(static_cast<std::size_t>(index));
    int change = step >> 3;
    if ((code & 1) != 0) change += step >> 2;
    if ((code & 2) != 0) change += step >> 1;
    if ((code & 4) != 0) change += step;
    predicted = std::clamp((code & 8) != 0 ? predicted - change : predicted + change, -32768, 32767);
    index = std::clamp(index + ((code & 7) < 4 ? -1 : 2 * static_cast<int>((code & 7) - 3)), 0, 88);
    samples.push_back(predicted);
  };
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    decode(byte & 15);
    decode(byte >> 4);
  }
  return samples;
}

// Of the row, without the padding in front.
std::vector<int> row_of(const Levels& levels) {
  const std::string bytes = kiwi_adpcm(levels);
  EXPECT_EQ(bytes.size(), 517U);
  auto samples = decoded(bytes);
  samples.erase(samples.begin(), samples.begin() + 10);
  return samples;
}

TEST(KiwiAdpcm, KeepsAFlatRow) {
  for (const int level : {55, 56, 100, 150, 185, 200, 230, 254, 255}) {
    const auto row = row_of(Levels(1024, static_cast<std::uint8_t>(level)));
    // The steps that reach the level within the padding take a while to shrink.
    for (std::size_t i = 0; i < row.size(); ++i) ASSERT_NEAR(row[i], level, i < 24 ? 13 : 2) << level << ' ' << i;
  }
}

TEST(KiwiAdpcm, KeepsThePredictorWithinAByte) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    Levels levels(1024);
    for (auto& level : levels)
      level = static_cast<std::uint8_t>(std::array{0, 55, 255, int(random() % 256)}[random() % 4]);
    for (const int each : decoded(kiwi_adpcm(levels))) ASSERT_TRUE(each >= 0 && each <= 255) << each;
  }
}

TEST(KiwiAdpcm, FollowsABroadSignal) {
  Levels levels(1024, 120);
  std::fill(levels.begin() + 400, levels.begin() + 500, std::uint8_t{220});
  const auto row = row_of(levels);
  EXPECT_NEAR(row[450], 220, 4);
  EXPECT_NEAR(row[600], 120, 4);
}

}  // namespace
}  // namespace spectrumd
