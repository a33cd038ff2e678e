// SPDX-License-Identifier: MIT
#include "daemon/pipeline/pyramid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace spectrumd {
namespace {

std::vector<Centibel> random_levels(std::size_t bins, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> level(-12000, 0);
  std::vector<Centibel> levels(bins);
  std::generate(levels.begin(), levels.end(), [&] { return static_cast<Centibel>(level(random)); });
  return levels;
}

double mean_power(const std::vector<Centibel>& levels, std::size_t first, std::size_t last) {
  double sum = 0;
  for (std::size_t i = first; i < last; ++i) sum += std::pow(10, levels[i] / 1000.0);
  return 1000 * std::log10(sum / static_cast<double>(last - first));
}

class EveryLength : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryLength, PoolsAnyStretchAsTheBinsThemselvesWould) {
  const std::size_t bins = GetParam();
  const auto levels = random_levels(bins, static_cast<unsigned>(bins));
  const Pyramid mean(Pool::Mean, levels), max(Pool::Max, levels), min(Pool::Min, levels);
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::size_t first = random() % bins, last = random() % bins;
    if (first > last) std::swap(first, last);
    ++last;
    const auto begin = levels.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = levels.begin() + static_cast<std::ptrdiff_t>(last);
    EXPECT_EQ(max.pooled(first, last), *std::max_element(begin, end)) << first << ".." << last;
    EXPECT_EQ(min.pooled(first, last), *std::min_element(begin, end)) << first << ".." << last;
    EXPECT_NEAR(mean.pooled(first, last), mean_power(levels, first, last), 4) << first << ".." << last;
  }
}

INSTANTIATE_TEST_SUITE_P(Lengths, EveryLength, testing::Values(1, 2, 3, 5, 16, 100, 1000, 1024, 4097, 65536));

TEST(Pyramid, KeepsTheFullResolution) {
  const auto levels = random_levels(300, 1);
  const Pyramid pyramid(Pool::Mean, levels);
  EXPECT_TRUE(std::equal(levels.begin(), levels.end(), pyramid.full().begin(), pyramid.full().end()));
}

TEST(Pyramid, PassesOverBinsWithoutALevel) {
  const std::vector<Centibel> levels{kNoLevel, -3000, kNoLevel, kNoLevel};
  for (const Pool pool : {Pool::Mean, Pool::Max, Pool::Min}) {
    const Pyramid pyramid(pool, levels);
    EXPECT_EQ(pyramid.pooled(0, 4), -3000);
    EXPECT_EQ(pyramid.pooled(0, 3), -3000);
    EXPECT_EQ(pyramid.pooled(2, 4), kNoLevel);
    EXPECT_EQ(pyramid.pooled(1, 1), kNoLevel);
  }
}

TEST(Pyramid, StaysWithinTwiceTheLevels) {
  EXPECT_LE(Pyramid(Pool::Mean, random_levels(4096, 2)).bytes(), 2 * 4096 * sizeof(Centibel));
}

TEST(Centibel, IsTheLogarithmOfPower) {
  EXPECT_EQ(centibel_from_power(1), 0);
  EXPECT_EQ(centibel_from_power(0.01F), -2000);
  EXPECT_EQ(centibel_from_power(0), -INT16_MAX);
  EXPECT_EQ(centibel_from_power(std::nanf("")), -INT16_MAX);
}

TEST(Centibel, HasItsPowerAtEveryLevel) {
  for (int level = INT16_MIN; level <= INT16_MAX; ++level) {
    const double power = std::pow(10.0, level / 1000.0);
    EXPECT_NEAR(power_of(static_cast<Centibel>(level)), power, 1e-12 * power) << level;
  }
}

}  // namespace
}  // namespace spectrumd
