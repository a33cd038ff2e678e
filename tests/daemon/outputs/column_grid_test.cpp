// SPDX-License-Identifier: MIT
#include "daemon/outputs/column_grid.h"

#include <gtest/gtest.h>

#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

// 24 bins of 100 kHz from 98.8 MHz.
RowPtr stairs() {
  std::vector<Centibel> levels;
  for (Centibel bin = 0; bin < 24; ++bin) levels.push_back(static_cast<Centibel>(-9000 + 100 * bin));
  return make_row(1, levels);
}

std::vector<Centibel> levels_of_grid(const ColumnGrid& grid, Detector detector = Detector::Max) {
  std::vector<Centibel> levels(grid.columns);
  levels_on(grid, *stairs(), detector, levels);
  return levels;
}

TEST(ColumnGrid, IsTheBinsOfARowIfTheyFit) {
  const ColumnGrid grid = grid_of(*stairs(), 24, std::nullopt, std::nullopt, 100);
  EXPECT_EQ(grid.columns, 24U);
  EXPECT_DOUBLE_EQ(grid.middle(0).value, 98.8e6);
  const auto levels = levels_of_grid(grid);
  const auto row = stairs();
  EXPECT_EQ(levels, std::vector(row->levels[1].full().begin(), row->levels[1].full().end()));
}

TEST(ColumnGrid, SnapsTheRangeOutwardsToBins) {
  const ColumnGrid grid = grid_of(*stairs(), 24, Hertz{99.07e6}, Hertz{99.33e6}, 100);
  EXPECT_EQ(grid.columns, 3U);
  EXPECT_EQ(levels_of_grid(grid), (std::vector<Centibel>{-8700, -8600, -8500}));
}

TEST(ColumnGrid, ShowsTheStrongestOfPooledBinsAndTheWeakestOfMinima) {
  const ColumnGrid grid = grid_of(*stairs(), 24, std::nullopt, std::nullopt, 8);
  EXPECT_EQ(grid.columns, 8U);
  EXPECT_EQ(levels_of_grid(grid).front(), -8800);
  EXPECT_EQ(levels_of_grid(grid, Detector::Min).front(), -9000);
}

TEST(ColumnGrid, LeavesOutWhatARowDoesNotCover) {
  const auto levels = levels_of_grid({{98.55e6}, {98.95e6}, 4});
  EXPECT_EQ(levels, (std::vector<Centibel>{kNoLevel, kNoLevel, -9000, -8900}));
}

TEST(ColumnGrid, RepeatsABinInNarrowerColumns) {
  const auto levels = levels_of_grid({{98.75e6}, {98.95e6}, 6});
  EXPECT_EQ(levels, (std::vector<Centibel>{-9000, -9000, -9000, -8900, -8900, -8900}));
}

}  // namespace
}  // namespace spectrumd
