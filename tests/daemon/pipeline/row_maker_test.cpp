// SPDX-License-Identifier: MIT
#include "daemon/pipeline/row_maker.h"

#include <gtest/gtest.h>

#include "daemon/pipeline/view.h"

namespace spectrumd {
namespace {

gpufft::PowerRow power(float mean, std::size_t frames) {
  gpufft::PowerRow row;
  row.sum = {mean * static_cast<float>(frames)};
  row.max = {mean * 10};
  row.min = {mean / 10};
  row.frames = frames;
  return row;
}

Centibel mean_level(const RowPtr& row) { return levels_of(*row, Detector::Mean).full()[0]; }

TEST(RowMaker, TurnsPowerIntoDecibels) {
  RowMaker maker(1, {0});
  const RowPtr row = maker.make(power(0.01F, 8), {.sequence = 3});
  EXPECT_EQ(row->sequence, 3U);
  EXPECT_EQ(mean_level(row), -2000);
  EXPECT_EQ(levels_of(*row, Detector::Max).full()[0], -1000);
  EXPECT_EQ(levels_of(*row, Detector::Min).full()[0], -3000);
}

TEST(RowMaker, PoolsEachDetectorInItsOwnWay) {
  gpufft::PowerRow row;
  row.sum = row.max = row.min = {1.0F, 0.001F};
  row.frames = 1;
  const RowPtr made = RowMaker(1, {0}).make(row, {});
  EXPECT_EQ(levels_of(*made, Detector::Mean).pooled(0, 2), centibel_from_power(0.5005F));
  EXPECT_EQ(levels_of(*made, Detector::Max).pooled(0, 2), 0);
  EXPECT_EQ(levels_of(*made, Detector::Min).pooled(0, 2), -3000);
}

TEST(RowMaker, AddsTheOffsetToDbm) {
  RowMaker maker(1, {-10.5});
  EXPECT_EQ(mean_level(maker.make(power(1, 1), {})), -1050);
}

TEST(RowMaker, SmoothsTheMeanAloneAndNeverFadesIn) {
  RowMaker maker(4, {0});
  EXPECT_EQ(mean_level(maker.make(power(1, 1), {})), 0);
  const RowPtr second = maker.make(power(3, 1), {});
  EXPECT_EQ(mean_level(second), centibel_from_power(2));
  EXPECT_EQ(levels_of(*second, Detector::Max).full()[0], centibel_from_power(30));
  for (int i = 0; i < 100; ++i) (void)maker.make(power(5, 1), {});
  EXPECT_NEAR(mean_level(maker.make(power(5, 1), {})), centibel_from_power(5), 1);
}

TEST(RowMaker, ForgetsAtARetune) {
  RowMaker maker(100, {0});
  (void)maker.make(power(1, 1), {});
  maker.forget();
  EXPECT_EQ(mean_level(maker.make(power(0.001F, 1), {})), -3000);
}

}  // namespace
}  // namespace spectrumd
