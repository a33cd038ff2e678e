// SPDX-License-Identifier: MIT
#include "daemon/channels/zoom/zoom_plan.h"

#include <gtest/gtest.h>

#include <random>

namespace spectrumd {
namespace {

ReceiverStatus status_at(double center, double rate, std::size_t fft = 4096) {
  ReceiverStatus status;
  status.settings = std::make_shared<const Settings>();
  status.tuned.center = {center};
  status.tuned.rate = {rate};
  status.analysis.fft = fft;
  return status;
}

View view_of(double from, double to, std::size_t bins) { return {.from = Hertz{from}, .to = Hertz{to}, .bins = bins}; }

TEST(ZoomPlan, LeavesViewsToTheBandThatItsRowsServe) {
  const ReceiverStatus status = status_at(100e6, 2.4e6);
  for (const View& view : {View{}, view_of(99e6, 101e6, 1024), view_of(100e6, 100.15e6, 256), view_of(90e6, 91e6, 500),
                           view_of(100e6, 100.3e6, 514)}) {
    const ZoomChoice choice = plan_zoom(view, status);
    EXPECT_FALSE(choice.plan);
    EXPECT_EQ(choice.reason, "");
  }
}

TEST(ZoomPlan, HasAllOfTheViewInBinsThatNeedNoPooling) {
  std::mt19937 random(7);
  const double rate = 2.4e6, center = 1090e6;
  const ReceiverStatus status = status_at(center, rate);
  for (int i = 0; i < 2000; ++i) {
    const double width = std::exp2(std::uniform_real_distribution<>(6, 19.8)(random));
    const double from = center - rate / 2 + std::uniform_real_distribution<>(0, rate - width)(random);
    const View view = view_of(from, from + width, 1024);
    if (width / 1022 > rate / 4096 / 1.34) continue;
    const auto plan = plan_zoom(view, status).plan;
    ASSERT_TRUE(plan) << from << " " << width;
    RowFacts band;
    band.center = {center};
    band.span = {rate};
    EXPECT_TRUE(contains(*plan, view, band)) << from << " " << width;
    EXPECT_GE(plan->bin_hz() * 1022, width) << "with a bin for either edge";
    EXPECT_LE(plan->bin_hz() * 1022, std::max(width * 1.34, 1022 / 15.0)) << "but not much coarser, up to 30 s";
    EXPECT_LE(plan->window_seconds(), 30);
    EXPECT_GE(plan->channel.rate, 200);
    EXPECT_GE(plan->channel.center.value - plan->channel.bandwidth / 2, center - rate / 2);
    EXPECT_LE(plan->channel.center.value + plan->channel.bandwidth / 2, center + rate / 2);
  }
}

TEST(ZoomPlan, IsTheSameForViewsNearlyAlike) {
  const ReceiverStatus status = status_at(100e6, 2.4e6);
  const auto plan = plan_zoom(view_of(99.999e6, 100.009e6, 1024), status).plan;
  EXPECT_EQ(plan->channel.rate, 12e3);
  EXPECT_EQ(plan->channel.center, Hertz{100.00375e6});
  EXPECT_EQ(plan->points, 1024U) << "up to 1226";
  EXPECT_EQ(plan_zoom(view_of(99.9991e6, 100.0091e6, 1024), status).plan, plan);
  EXPECT_EQ(plan_zoom(view_of(99.999e6, 100.0089e6, 1000), status).plan, plan);
  EXPECT_NE(plan_zoom(view_of(100.004e6, 100.014e6, 1024), status).plan, plan);
}

TEST(ZoomPlan, MakesWideChannelsNoFasterThanTheViewNeeds) {
  const ReceiverStatus status = status_at(100e6, 2.4e6);
  const auto rate_of = [&](double width) {
    return plan_zoom(view_of(99.9e6, 99.9e6 + width, 4096), status).plan->channel.rate;
  };
  EXPECT_EQ(rate_of(200e3), 256e3);
  EXPECT_EQ(rate_of(220e3), 320e3);
  EXPECT_EQ(rate_of(300e3), 384e3);
  EXPECT_EQ(rate_of(330e3), 512e3);
  EXPECT_EQ(rate_of(11e3), 16e3) << "in whole 4 kHz";
}

TEST(ZoomPlan, GivesTheReasonWhereThereIsNone) {
  ReceiverStatus status = status_at(100e6, 2.4e6);
  EXPECT_EQ(plan_zoom(view_of(99e6, 101e6, 65536), status).reason,
            "the view is too wide: a larger transform makes it finer");
  Tuning tuning;
  tuning.span = Span{{88e6}, {108e6}};
  tuning.rate = {2.4e6};
  status.sweep = plan_sweep(tuning, 4096, 0);
  ASSERT_TRUE(status.sweep);
  EXPECT_EQ(plan_zoom(view_of(100e6, 100.01e6, 1024), status).reason,
            "the radio sweeps, so it is at no frequency for long");
  EXPECT_EQ(plan_zoom(view_of(90e6, 105e6, 1024), status).reason, "") << "as fine as the sweep";
}

}  // namespace
}  // namespace spectrumd
