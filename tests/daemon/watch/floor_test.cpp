// SPDX-License-Identifier: MIT
#include "daemon/watch/floor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daemon/watch/noise.h"
#include "tests/daemon/watch/noise_rows.h"

namespace spectrumd {
namespace {

// By numeric integration of the gamma distribution, in Python: the mean of the lowest fifth over the mean of all.
TEST(LowestFifth, IsThatOfAGammaDistribution) {
  EXPECT_NEAR(lowest_fifth(1), 0.1074258, 1e-6);
  EXPECT_NEAR(lowest_fifth(2), 0.2549655, 1e-6);
  EXPECT_NEAR(lowest_fifth(29), 0.7546373, 1e-6);
  EXPECT_NEAR(lowest_fifth(199), 0.9028023, 1e-6);
  EXPECT_NEAR(lowest_fifth(200), 0.9030403, 1e-4);
  EXPECT_NEAR(lowest_fifth(586), 0.9428563, 1e-4);
}

TEST(LowestFifth, TakesNoTransformsForOne) { EXPECT_EQ(lowest_fifth(0), lowest_fifth(1)); }

// The margins themselves: a million bins of noise are three in a thousand million times below a bound of e^-32.
TEST(NoiseMargins, HoldForAMillionBins) {
  for (const std::size_t ffts : {1UL, 4UL, 29UL}) {
    NoiseRows noise({.bins = 4096, .ffts = ffts}, 7);
    double most = -1000, most_max = -1000;
    for (int i = 0; i < 250; ++i) {
      const auto row = noise.next();
      most = std::max(most, decibels(*std::ranges::max_element(row->levels[0].full())) + 90);
      most_max = std::max(most_max, decibels(*std::ranges::max_element(row->levels[1].full())) + 90);
    }
    EXPECT_LT(most, mean_margin_db(ffts)) << ffts;
    EXPECT_GT(most, mean_margin_db(ffts) - 5.5) << "so wide a margin hides signals; " << ffts;
    EXPECT_LT(most_max, max_margin_db(ffts)) << ffts;
    EXPECT_GT(most_max, max_margin_db(ffts) - 5.5) << ffts;
  }
}

TEST(FloorMeter, MeasuresTheMeanPowerOfNoise) {
  FloorMeter meter;
  for (const std::size_t ffts : {1UL, 4UL, 29UL, 586UL}) {
    NoiseRows noise({.bins = 4096, .ffts = ffts}, ffts);
    double sum = 0;
    for (int i = 0; i < 50; ++i) sum += meter.floor(noise.next()->levels[0].full(), ffts)->value;
    EXPECT_NEAR(sum / 50, -90, 0.05) << ffts << " transforms";
  }
}

TEST(FloorMeter, IsNotMovedBySignalsInHalfOfTheBins) {
  FloorMeter meter;
  NoiseRows noise({.bins = 4096}, 1);
  for (std::size_t bin = 0; bin < 4096; bin += 2) noise.put(bin, -40);
  // The lowest fifth is then the lowest 40 % of the noise, whose mean is 0.36 dB above that of its lowest fifth.
  EXPECT_NEAR(meter.floor(noise.next()->levels[0].full(), 29)->value, -89.64, 0.15);
}

TEST(FloorMeter, HasNoFloorWithoutData) {
  FloorMeter meter;
  EXPECT_FALSE(meter.floor({}, 29));
  EXPECT_FALSE(meter.floor(std::vector<Centibel>(100, kNoLevel), 29));
  for (const Centibel level : meter.everywhere(std::vector<Centibel>(1000, kNoLevel), 29)) EXPECT_EQ(level, kNoLevel);
  EXPECT_TRUE(meter.everywhere({}, 29).empty());
}

TEST(FloorMeter, FollowsTheEdgesOfTheReceiver) {
  FloorMeter meter;
  NoiseRows noise({.bins = 4096}, 2);
  for (std::size_t bin = 0; bin < 4096; ++bin) {
    const double edge = std::min<double>(static_cast<double>(bin), 4095 - static_cast<double>(bin)) / 400;
    noise.floor_db[bin] = -90 - 12 * std::max(1 - edge, 0.0);
  }
  const auto row = noise.next();
  const auto floor = meter.everywhere(row->levels[0].full(), 29);
  for (std::size_t bin = 600; bin < 3500; ++bin) EXPECT_NEAR(decibels(floor[bin]), -90, 1) << bin;
  EXPECT_NEAR(decibels(floor[64]), noise.floor_db[64], 2.5);
  EXPECT_NEAR(decibels(floor[4031]), noise.floor_db[4031], 2.5);
}

TEST(FloorMeter, DoesNotRiseUnderAWideSignal) {
  FloorMeter meter;
  NoiseRows noise({.bins = 4096}, 3);
  for (std::size_t bin = 1800; bin < 2200; ++bin) noise.put(bin, -60);  // 234 kHz of 2.4 MHz: a broadcast station
  const auto row = noise.next();
  for (const Centibel level : meter.everywhere(row->levels[0].full(), 29)) EXPECT_NEAR(decibels(level), -90, 1);
}

TEST(FloorMeter, CopesWithVeryFewBins) {
  FloorMeter meter;
  for (std::size_t bins = 1; bins < 130; ++bins) {
    const auto floor = meter.everywhere(std::vector<Centibel>(bins, -9000), 1000);
    ASSERT_EQ(floor.size(), bins);
    for (const Centibel level : floor) EXPECT_NEAR(level, -9000, 25);
  }
}

}  // namespace
}  // namespace spectrumd
