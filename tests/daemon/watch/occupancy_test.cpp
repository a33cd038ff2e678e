// SPDX-License-Identifier: MIT
#include "daemon/watch/occupancy.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/daemon/watch/noise_rows.h"

namespace spectrumd {
namespace {

TEST(UsedSamples, HasTheIntervalOfWilson) {
  UsedSamples used;
  for (int i = 0; i < 900; ++i) used.add(i % 3 == 0);  // leaves its state as often as independent samples, and more
  EXPECT_EQ(used.used, 300);
  EXPECT_NEAR(used.independent(), 900, 1e-9);
  EXPECT_NEAR(used.confidence().low, 0.30330, 1e-5);  // by hand, in Python
  EXPECT_NEAR(used.confidence().high, 0.36478, 1e-5);
}

TEST(UsedSamples, IsWideForFewTransmissions) {
  UsedSamples used;
  for (int i = 0; i < 18000; ++i) used.add(i >= 6000 && i < 12000);  // one of five minutes in a quarter of an hour
  EXPECT_NEAR(used.share(), 1.0 / 3, 1e-9);
  EXPECT_LT(used.independent(), 5);
  EXPECT_GT(used.confidence().high - used.confidence().low, 0.5) << "one transmission says little of the next hour";
}

TEST(UsedSamples, SaysLittleOfWhatWasNeverSeen) {
  UsedSamples used;
  EXPECT_EQ(used.confidence().high, 1);
  for (int i = 0; i < 18000; ++i) used.add(false);
  EXPECT_EQ(used.confidence().low, 0);
  EXPECT_NEAR(used.confidence().high, 0.00021337, 1e-7);
}

// Of a thousand chains with two states, how often the true share is in the interval.
TEST(UsedSamples, HoldsTheTrueShareWith95Percent) {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> uniform;
  const double begin = 0.01, end = 0.03;
  int inside = 0;
  for (int i = 0; i < 1000; ++i) {
    UsedSamples used;
    bool on = uniform(generator) < begin / (begin + end);
    for (int n = 0; n < 5000; ++n) {
      on = uniform(generator) < (on ? end : begin) ? !on : on;
      used.add(on);
    }
    inside += used.confidence().low <= 0.25 && used.confidence().high >= 0.25 ? 1 : 0;
  }
  EXPECT_GE(inside, 920);
  EXPECT_LE(inside, 980);
}

class Occupancy : public testing::Test {
 protected:
  NoiseRows noise_{{.bins = 512}, 3};
  RowScanner scanner_;
  OccupancyMeter meter_;

  std::optional<OccupancyPeriod> add(const Row& row) { return meter_.add(scanner_.scan(row)); }
};

TEST_F(Occupancy, CountsChannelsAndBins) {
  const auto around = [&](std::size_t bin) { return Span{{noise_.hertz_of(bin - 2)}, {noise_.hertz_of(bin + 2)}}; };
  meter_.set({.threshold = 10, .channels = {{"used", around(100)}, {"free", around(300)}, {"far", {{1e6}, {2e6}}}}});
  for (int i = 0; i < 1000; ++i) {
    if (i % 4 == 0) noise_.put(100, -70);
    add(*noise_.next());
  }
  const OccupancyPeriod& period = meter_.period();
  ASSERT_EQ(period.channels.size(), 2) << "what is not received is not measured";
  EXPECT_EQ(period.channels[0].used.used, 250);
  EXPECT_EQ(period.channels[0].used.samples, 1000);
  EXPECT_NEAR(period.channels[0].mean, -70, 0.1);
  EXPECT_NEAR(period.channels[0].floor, -90, 0.5);
  EXPECT_EQ(period.channels[1].used.used, 0);
  EXPECT_EQ(period.bins[100], 250);
  EXPECT_EQ(period.bins[101], 0);
  EXPECT_NEAR(period.band_share(), 250.0 / (512 * 1000), 1e-12);
  EXPECT_NEAR(period.sample_time, 0.05, 1e-9);
  EXPECT_NEAR(period.revisit_time, 0.05, 1e-6);
}

TEST_F(Occupancy, GivesAPeriodWhenTheClockBeginsAnother) {
  meter_.set({});
  const double left = 900 - std::fmod(1.7e9, 900);  // to the next quarter of an hour
  add(*noise_.next());
  noise_.skip(left - 0.08);
  EXPECT_FALSE(add(*noise_.next()));
  const auto period = add(*noise_.next());
  ASSERT_TRUE(period);
  EXPECT_EQ(period->rows, 2);
  EXPECT_NEAR(period->revisit_time, left - 0.03, 1e-3) << "as it was: a gap is not made smaller";
  EXPECT_EQ(meter_.period().rows, 1);
}

TEST_F(Occupancy, LeavesOutRowsThatLostSamples) {
  meter_.set({});
  add(*noise_.next());
  add(*noise_.next(kRowGap));
  EXPECT_EQ(meter_.period().rows, 1);
}

TEST_F(Occupancy, NeverMixesTunings) {
  meter_.set({});
  add(*noise_.next());
  const auto other = noise_.next();
  other->center = {101e6};
  const auto period = add(*other);
  ASSERT_TRUE(period);
  EXPECT_EQ(period->center.value, 100e6);
  EXPECT_EQ(meter_.period().center.value, 101e6);
}

}  // namespace
}  // namespace spectrumd
