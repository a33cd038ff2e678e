// SPDX-License-Identifier: MIT
#include "daemon/pipeline/hop_response.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace spectrumd {
namespace {

constexpr std::size_t kHopBins = 4096;

// What a radio's filters take away, in dB: more at the edges, and more below than above.
double response(std::size_t bin) {
  const double off = static_cast<double>(bin) / kHopBins - 0.5;
  return -14 * off * off + 1.3 * off;
}

class HopResponseTest : public testing::Test {
 protected:
  std::vector<Centibel> noise(double floor) {
    std::normal_distribution<double> ripple(0, 1.2);  // of a mean over a dozen transforms
    std::vector<Centibel> levels(kHopBins);
    for (std::size_t bin = 0; bin < kHopBins; ++bin)
      levels[bin] = static_cast<Centibel>(std::lround(100 * (floor + response(bin) + ripple(random_))));
    return levels;
  }
  // In the part of a hop that is used.
  double worst_error(const HopResponse& known) const {
    double worst = 0;
    for (std::size_t bin = kHopBins / 8; bin < 7 * kHopBins / 8; ++bin)
      worst = std::max(worst, std::abs(10 * std::log10(known.gain(bin)) + response(bin)));
    return worst;
  }
  std::mt19937 random_{1};  // NOLINT: the same every time
};

TEST_F(HopResponseTest, ChangesNothingBeforeItKnowsAnything) {
  HopResponse known(3, kHopBins);
  known.settle();
  for (std::size_t bin = 0; bin < kHopBins; ++bin) ASSERT_EQ(known.gain(bin), 1.0F);
}

TEST_F(HopResponseTest, FindsTheFiltersInTheNoise) {
  HopResponse known(12, kHopBins);
  for (int sweep = 0; sweep < 16; ++sweep)
    for (std::size_t hop = 0; hop < 12; ++hop) known.learn(hop, noise(-70 + static_cast<double>(hop)));
  known.settle();
  EXPECT_LT(worst_error(known), 0.1);
}

TEST_F(HopResponseTest, IsNotMisledByCarriersAndBroadStations) {
  HopResponse known(12, kHopBins);
  for (int sweep = 0; sweep < 16; ++sweep)
    for (std::size_t hop = 0; hop < 12; ++hop) {
      auto levels = noise(-70);
      for (std::size_t bin = 7; bin < kHopBins; bin += 40) levels[bin] = -2000;  // a comb
      const std::size_t station = kHopBins * (hop + 2) / 16;
      for (std::size_t bin = station; bin < station + kHopBins / 10; ++bin)
        levels[bin] = static_cast<Centibel>(levels[bin] + 3000);
      known.learn(hop, levels);
    }
  known.settle();
  EXPECT_LT(worst_error(known), 0.2);
}

TEST_F(HopResponseTest, OfTwoHopsItBelievesTheQuieterOne) {
  HopResponse known(2, kHopBins);
  for (int sweep = 0; sweep < 16; ++sweep) {
    auto busy = noise(-70);
    for (std::size_t bin = 800; bin < 1200; ++bin) busy[bin] = static_cast<Centibel>(busy[bin] + 2000);
    known.learn(0, busy);
    known.learn(1, noise(-70));
  }
  known.settle();
  EXPECT_LT(worst_error(known), 0.5);
}

TEST_F(HopResponseTest, KeepsWithinWhatFiltersDo) {
  HopResponse known(2, 256);
  std::vector<Centibel> levels(256, -7000);
  std::fill(levels.begin(), levels.begin() + 64, static_cast<Centibel>(-20000));
  known.learn(0, levels);
  known.settle();
  EXPECT_NEAR(known.gain(0), std::pow(10, 0.6), 1e-3);
  EXPECT_EQ(known.gain(128), 1.0F);
}

}  // namespace
}  // namespace spectrumd
