// SPDX-License-Identifier: MIT
#include "daemon/pipeline/row_merger.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daemon/pipeline/view.h"
#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

TEST(RowMerger, KeepsPowerMaximaAndMinima) {
  RowMerger merger;
  merger.add(*make_row(1, {-1000, -5000}, 0));
  merger.add(*make_row(2, {-3000, -5000}, 0.05));
  const RowPtr row = merger.take();
  EXPECT_NEAR(levels_of(*row, Detector::Mean).full()[0], 1000 * std::log10((0.1 + 0.001) / 2), 1);
  EXPECT_NEAR(levels_of(*row, Detector::Mean).full()[1], -5000, 1);
  EXPECT_EQ(levels_of(*row, Detector::Max).full()[0], -1000);
  EXPECT_EQ(levels_of(*row, Detector::Min).full()[0], -3000);
  EXPECT_TRUE(merger.empty());
}

TEST(RowMerger, WeighsByTheNumberOfFfts) {
  RowMerger merger;
  auto many = make_row(1, {0});
  many->ffts = 30;
  merger.add(*many);
  merger.add(*make_row(2, {-30000}));
  EXPECT_NEAR(levels_of(*merger.take(), Detector::Mean).full()[0], 1000 * std::log10(0.75), 1);
}

// Ten minutes of transforms of 16 points, overlapping to a twentieth, at 10 MS/s.
TEST(RowMerger, CountsMoreFftsThanARowHolds) {
  RowMerger merger;
  for (std::uint64_t sequence = 1; sequence <= 4; ++sequence) {
    auto row = make_row(sequence, {-2000});
    row->ffts = 2'000'000'000;
    merger.add(*row);
  }
  const RowPtr row = merger.take();
  EXPECT_EQ(row->ffts, UINT32_MAX);
  EXPECT_NEAR(levels_of(*row, Detector::Mean).full()[0], -2000, 1);
}

TEST(RowMerger, CoversTheFactsOfAllItsRows) {
  RowMerger merger;
  auto first = make_row(7, {0}, 10, 1);
  first->coverage = 0.5;
  first->flags = kRowGap;
  auto second = make_row(8, {0}, 11, 3);
  second->clipped = 0.4;
  merger.add(*first);
  merger.add(*second);
  const RowPtr row = merger.take();
  EXPECT_EQ(row->sequence, 8U);
  EXPECT_EQ(row->time, at_seconds(10));
  EXPECT_EQ(row->duration, std::chrono::seconds(4));
  EXPECT_EQ(row->ffts, 20U);
  EXPECT_DOUBLE_EQ(row->coverage, 0.875);
  EXPECT_DOUBLE_EQ(row->clipped, 0.3);
  EXPECT_EQ(row->flags, kRowGap | kRowMerged);
}

TEST(RowMerger, RefusesAnotherTuningOrSize) {
  RowMerger merger;
  merger.add(*flat_row(1, 64));
  EXPECT_TRUE(merger.accepts(*flat_row(2, 64)));
  EXPECT_FALSE(merger.accepts(*flat_row(2, 128)));
  auto elsewhere = flat_row(2, 64);
  elsewhere->center = {101e6};
  EXPECT_FALSE(merger.accepts(*elsewhere));
}

TEST(RowMerger, NeverSpansAStepOfTheClock) {
  RowMerger merger;
  merger.add(*flat_row(1, 64));
  auto stepped = flat_row(2, 64);
  stepped->time -= std::chrono::hours(1);
  stepped->epoch = 1;
  EXPECT_FALSE(merger.accepts(*stepped));
  merger.take();
  EXPECT_TRUE(merger.accepts(*stepped));
}

TEST(RowMerger, PoolsWideRowsDownWithoutLosingACarrier) {
  std::vector<Centibel> levels(1 << 14, -9000);
  levels[12345] = -2000;
  RowMerger merger(2048);
  merger.add(*make_row(1, levels));
  const RowPtr row = merger.take();
  ASSERT_EQ(row->bins(), 2048U);
  EXPECT_EQ(levels_of(*row, Detector::Max).full()[12345 / 8], -2000);
  EXPECT_EQ(row->peaks_of_mean[12345 / 8], -2000);
  EXPECT_NEAR(levels_of(*row, Detector::Mean).full()[12345 / 8], -2903, 2) << "an eighth of the power";
  EXPECT_EQ(row->flags & kRowMerged, 0);
}

TEST(RowMerger, MergesThePeaksOfMeansOfPooledRows) {
  std::vector<Centibel> levels(1 << 14, -9000);
  levels[12345] = -2000;
  RowMerger first(2048), second(2048);
  first.add(*make_row(1, levels, 0));
  const RowPtr tier = first.take();
  second.add(*tier);
  second.add(*tier);
  EXPECT_NEAR(second.take()->peaks_of_mean[12345 / 8], -2000, 1);
}

TEST(RowMerger, KeepsNoPeaksOfMeansWhereNothingIsPooled) {
  RowMerger merger(2048);
  merger.add(*flat_row(1, 2048));
  EXPECT_TRUE(merger.take()->peaks_of_mean.empty());
}

TEST(RowMerger, LeavesBinsWithoutDataWithout) {
  RowMerger merger;
  for (std::uint64_t sequence = 1; sequence <= 2; ++sequence) merger.add(*make_row(sequence, {-5000, kNoLevel}));
  const RowPtr row = merger.take();
  for (const Pyramid& levels : row->levels) EXPECT_EQ(levels.full()[1], kNoLevel);
  EXPECT_NEAR(levels_of(*row, Detector::Mean).full()[0], -5000, 1);
}

}  // namespace
}  // namespace spectrumd
