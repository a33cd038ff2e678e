// SPDX-License-Identifier: MIT
#include "daemon/pipeline/signals/regions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace spectrumd {
namespace {

constexpr Thresholds kThresholds{-7000, -6000, -6400};

// Hills of 3 dB a bin on a floor of -70 dB.
std::vector<Centibel> hills(const std::vector<std::pair<std::size_t, Centibel>>& tops) {
  std::vector<Centibel> levels(1000, -7000);
  for (const auto& [top, level] : tops)
    for (std::size_t bin = 0; bin < levels.size(); ++bin) {
      const auto apart = static_cast<int>(bin > top ? bin - top : top - bin);
      levels[bin] = std::max(levels[bin], static_cast<Centibel>(std::max(-7000, level - 300 * apart)));
    }
  return levels;
}

TEST(Regions, AreWhatStandsOutTogetherStrongestFirst) {
  const auto regions = find_regions(hills({{200, -4000}, {600, -2000}}), kThresholds);
  ASSERT_EQ(regions.size(), 2U);
  EXPECT_EQ(regions[0].peak, 600U);
  EXPECT_EQ(regions[0].level, -2000);
  EXPECT_EQ(regions[0].first, 586U) << "3 dB a bin down to -62 dB";
  EXPECT_EQ(regions[0].last, 615U);
  EXPECT_EQ(regions[1].peak, 200U);
}

TEST(Regions, AreOneUnlessTheValleyIsDeep) {
  EXPECT_EQ(find_regions(hills({{300, -3000}, {308, -3300}}), kThresholds).size(), 1U) << "a valley of 10 dB";
  EXPECT_EQ(find_regions(hills({{300, -3000}, {316, -3300}}), kThresholds).size(), 2U) << "one of 22 dB";
}

TEST(Regions, WeakCrumbsAreOne) {
  std::vector<Centibel> levels(1000, -7000);
  for (const std::size_t bin : {400, 403, 404, 408}) levels[bin] = -5900;
  EXPECT_EQ(find_regions(levels, kThresholds).size(), 1U);
  levels[420] = -5900;
  EXPECT_EQ(find_regions(levels, kThresholds).size(), 2U);
}

TEST(Regions, JoinACarrierWithItsSidebands) {
  auto regions = find_regions(hills({{500, -2000}, {460, -3300}, {540, -3330}, {700, -3300}}), kThresholds);
  ASSERT_EQ(regions.size(), 4U);
  join_sidebands(regions, 100);
  ASSERT_EQ(regions.size(), 2U);
  EXPECT_EQ(regions[0].peak, 500U);
  EXPECT_LE(regions[0].first, 460U);
  EXPECT_GT(regions[0].last, 540U);
}

TEST(Regions, DoNotJoinNeighboursThatAreNoMirrorImages) {
  for (const auto& others :
       {std::pair(Centibel{-3300}, std::size_t{545}), std::pair(Centibel{-3500}, std::size_t{540})}) {
    auto regions = find_regions(hills({{500, -2000}, {460, -3300}, {others.second, others.first}}), kThresholds);
    join_sidebands(regions, 100);
    EXPECT_EQ(regions.size(), 3U) << others.first << " at " << others.second;
  }
  auto far = find_regions(hills({{500, -2000}, {460, -3300}, {540, -3300}}), kThresholds);
  join_sidebands(far, 30);
  EXPECT_EQ(far.size(), 3U);
}

// The floor of a band in which three quarters are in use is that of the rest.
TEST(Regions, TheFloorIsThatOfTheQuietestQuarter) {
  std::vector<Centibel> levels(1000, -4000);
  std::fill(levels.begin(), levels.begin() + 300, Centibel{-9000});
  EXPECT_NEAR(thresholds_of(levels, 1000).floor, -9000, 10);
}

TEST(Regions, NoiseOfASingleTransformIsNone) {
  std::mt19937 random(7);
  std::exponential_distribution<float> noise(1);
  for (const std::size_t ffts : {1, 4, 30}) {
    std::vector<Centibel> levels(200'000);
    for (Centibel& level : levels) {
      float power = 0;
      for (std::size_t i = 0; i < ffts; ++i) power += noise(random);
      level = centibel_from_power(1e-7F * power / static_cast<float>(ffts));
    }
    const Thresholds thresholds = thresholds_of(levels, ffts);
    EXPECT_NEAR(thresholds.floor, -7000, 20) << "the mean of the noise";
    EXPECT_TRUE(std::ranges::none_of(levels, [&](Centibel level) { return level >= thresholds.appear; })) << ffts;
  }
}

}  // namespace
}  // namespace spectrumd
