// SPDX-License-Identifier: MIT
#include "daemon/pipeline/view.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

constexpr double kStart = 100e6 - 1.2e6;

std::vector<Centibel> with_carrier(std::size_t bins, std::size_t carrier) {
  std::vector<Centibel> levels(bins, -9000);
  levels[carrier] = -1000;
  return levels;
}

TEST(View, WithoutEdgesIsTheWholeSpan) {
  const auto row = flat_row(1, 4096);
  const Window window = window_of(*row, row->bins(), View{.bins = 1024});
  EXPECT_EQ(window.first, 0U);
  EXPECT_EQ(window.last, 4096U);
  EXPECT_EQ(window.bins, 1024U);
  EXPECT_EQ(window.center, row->center);
  EXPECT_EQ(window.span, row->span);
}

TEST(View, GivesTheBinsThereAreWhenZoomedInBeyondThem) {
  const auto row = flat_row(1, 4096);
  const double bin = row->bin_width().value;
  const Window window = window_of(*row, row->bins(), View{{{kStart + 100 * bin}}, {{kStart + 164 * bin}}, 1024});
  EXPECT_EQ(window.first, 100U);
  EXPECT_EQ(window.last, 164U);
  EXPECT_EQ(window.bins, 64U);
  EXPECT_NEAR(window.center.value - window.span.value / 2, kStart + 100 * bin, 1e-3);
}

TEST(View, SnapsOutwards) {
  const auto row = flat_row(1, 4096);
  const double bin = row->bin_width().value;
  const Window window = window_of(*row, row->bins(), View{{{kStart + 100.5 * bin}}, {{kStart + 163.2 * bin}}, 1024});
  EXPECT_EQ(window.first, 100U);
  EXPECT_EQ(window.last, 164U);
}

TEST(View, ClampsToTheRow) {
  const auto row = flat_row(1, 1024);
  const Window window = window_of(*row, row->bins(), View{{{0}}, {{1e12}}, 4096});
  EXPECT_EQ(window.first, 0U);
  EXPECT_EQ(window.last, 1024U);
}

TEST(View, HasNothingInCommonWithARowElsewhere) {
  const auto row = flat_row(1, 1024);
  EXPECT_EQ(window_of(*row, row->bins(), View{{{200e6}}, {{201e6}}, 1024}).bins, 0U);
  EXPECT_EQ(window_of(*row, row->bins(), View{{{1e6}}, {{2e6}}, 1024}).bins, 0U);
  EXPECT_EQ(window_of(*row, row->bins(), View{{{100.1e6}}, {{99.9e6}}, 1024}).bins, 0U);
}

TEST(View, AThinCarrierSurvivesEveryZoom) {
  const std::size_t bins = 1 << 16;
  for (const std::size_t carrier : {std::size_t{0}, std::size_t{31337}, bins - 1}) {
    const auto row = make_row(1, with_carrier(bins, carrier));
    for (const std::size_t pieces : {std::size_t{16}, std::size_t{1000}, std::size_t{1024}, std::size_t{50000}}) {
      const auto levels = levels_in(*row, Detector::Max, window_of(*row, bins, View{.bins = pieces}));
      ASSERT_EQ(levels.size(), pieces);
      EXPECT_EQ(std::count(levels.begin(), levels.end(), -1000), 1) << carrier << " in " << pieces;
      const auto found = std::max_element(levels.begin(), levels.end()) - levels.begin();
      EXPECT_NEAR(static_cast<double>(found) / static_cast<double>(pieces),
                  static_cast<double>(carrier) / static_cast<double>(bins), 1.0 / static_cast<double>(pieces));
    }
  }
}

TEST(View, ZoomIntoAMillionBinsHasRealResolution) {
  const std::size_t bins = 1 << 20, carrier = 600001;
  const auto row = make_row(1, with_carrier(bins, carrier));
  const double bin = row->bin_width().value;
  const double at = kStart + static_cast<double>(carrier) * bin;
  const Window window = window_of(*row, bins, View{{{at - 8 * bin}}, {{at + 8 * bin}}, 1024});
  const auto levels = levels_in(*row, Detector::Mean, window);
  ASSERT_EQ(levels.size(), 16U);
  EXPECT_EQ(levels[8], -1000);
  EXPECT_EQ(levels[7], -9000);
  EXPECT_EQ(levels[9], -9000);
}

}  // namespace
}  // namespace spectrumd
