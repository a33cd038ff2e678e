// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/tuner_limits.h"

#include <gtest/gtest.h>

#include <array>

#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

std::string refused(const Tuning& tuning, const RtlsdrSettings& settings = {}) {
  try {
    check_rtl_limits(tuning, settings);
  } catch (const TuningRefused& refusal) {
    return refusal.field;
  }
  return "";
}

TEST(TunerLimits, RatesAreTheTwoRangesOfTheResampler) {
  for (const double rate : {225'001.0, 300e3, 900'001.0, 2.4e6, 3.2e6})
    EXPECT_EQ(refused({.rate = {rate}}), "") << rate;
  for (const double rate : {225e3, 300'001.0, 900e3, 3'200'001.0, 0.0})
    EXPECT_EQ(refused({.rate = {rate}}), "rate") << rate;
}

// The divider search of librtlsdr 0.6 fails without an error where center + intermediate frequency < 27.66 MHz.
TEST(TunerLimits, TheLowestCenterFollowsTheIntermediateFrequency) {
  EXPECT_NEAR(lowest_center({2.4e6}).value, 25.84e6, 5e3);
  EXPECT_NEAR(lowest_center({2.048e6}).value, 27.65625e6 - 1.625e6, 1);
  EXPECT_NEAR(lowest_center({3.2e6}).value, 27.65625e6 - 3.57e6, 1);
  EXPECT_EQ(refused({.center = {25.8e6}, .rate = {2.4e6}}), "center");
  EXPECT_EQ(refused({.center = {25.9e6}, .rate = {2.4e6}}), "");
  EXPECT_EQ(refused({.center = {1.8e9}}), "center");
}

TEST(TunerLimits, TheReachIsWhatTheCheckLetsThrough) {
  for (const RtlsdrSettings& settings :
       {RtlsdrSettings{}, RtlsdrSettings{.direct_sampling = "auto"}, RtlsdrSettings{.direct_sampling = "q"}}) {
    const Span reach = rtl_reach({}, settings);
    for (const Hertz edge : {reach.from, reach.to}) EXPECT_EQ(refused({.center = edge}, settings), "") << edge.value;
    EXPECT_EQ(refused({.center = {reach.to.value + 1}}, settings), "center");
  }
  EXPECT_EQ(refused({.center = {rtl_reach({}, {}).from.value - 1}}), "center");
}

TEST(TunerLimits, DirectSamplingTakesOverBelowIt) {
  const RtlsdrSettings automatic{.direct_sampling = "auto"};
  EXPECT_EQ(direct_sampling_for({.center = {7.1e6}}, automatic), 2);
  EXPECT_EQ(direct_sampling_for({.center = {100e6}}, automatic), 0);
  EXPECT_EQ(refused({.center = {7.1e6}}, automatic), "");
  EXPECT_EQ(direct_sampling_for({.center = {7.1e6}}, {.direct_sampling = "i"}), 1);
  EXPECT_EQ(refused({.center = {100e6}}, {.direct_sampling = "q"}), "center");
}

TEST(TunerLimits, AnUpconverterReachesBelowTheTuner) {
  const Tuning forty_metres{.center = {7.1e6}};
  EXPECT_TRUE(needs_upconverter(forty_metres, {}));
  EXPECT_FALSE(needs_upconverter({.center = {100e6}}, {}));
  EXPECT_TRUE(needs_upconverter({.center = {100e6}, .span = Span{{1e6}, {200e6}}}, {}));
  EXPECT_TRUE(needs_upconverter(forty_metres, {.direct_sampling = "auto"}));
  EXPECT_FALSE(needs_upconverter(forty_metres, {.direct_sampling = "q"}));
  EXPECT_NO_THROW(check_rtl_limits(forty_metres, {}, true));
  EXPECT_EQ(direct_sampling_for(forty_metres, {.direct_sampling = "auto"}, true), 0);
  EXPECT_EQ(direct_sampling_for(forty_metres, {.direct_sampling = "q"}, true), 2) << "on request";
  EXPECT_EQ(rtl_reach({}, {}, true).from, Hertz{0});
  EXPECT_THROW(check_rtl_limits({.center = {1.8e9}}, {}, true), TuningRefused);
}

TEST(TunerLimits, TheNearestGainOfTheTableIsTaken) {
  constexpr std::array kTable{0, 9, 14, 27, 496};
  EXPECT_EQ(nearest_gain(kTable, {0}), 0);
  EXPECT_EQ(nearest_gain(kTable, {1.1}), 9);
  EXPECT_EQ(nearest_gain(kTable, {2.1}), 27);
  EXPECT_EQ(nearest_gain(kTable, {50}), 496);
  EXPECT_EQ(refused({.gain = Decibels{51}}), "gain");
}

}  // namespace
}  // namespace spectrumd
