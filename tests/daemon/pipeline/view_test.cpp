// SPDX-License-Identifier: MIT
#include "daemon/pipeline/view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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

// A tone of -12 dBFS as a Hann window shows it on a bin: its neighbours are 6 dB below.
std::vector<Centibel> with_tone(std::size_t bins, std::size_t tone) {
  std::vector<Centibel> levels(bins, -9000);
  levels[tone - 1] = levels[tone + 1] = -1802;
  levels[tone] = -1200;
  return levels;
}

TEST(View, ShowsTheMeanOfATonePooledAtItsLevel) {
  for (const std::size_t bins : {64, 1000, 4096, 65536})
    for (const std::size_t pieces : {16, 100, 1024, 1280}) {
      const auto row = make_row(1, with_tone(bins, bins / 8 * 5));
      const auto levels = levels_in(*row, Detector::Mean, window_of(*row, bins, View{.bins = pieces}));
      EXPECT_EQ(*std::ranges::max_element(levels), -1200) << bins << " bins in " << pieces;
    }
}

TEST(View, KeepsThePowerWhereTheMeanOfPowersIsRequested) {
  const auto row = make_row(1, with_tone(4096, 2560));
  const auto levels = levels_in(*row, Detector::Mean, window_of(*row, 4096, View{.bins = 1, .mean_pool = Pool::Mean}));
  EXPECT_NEAR(levels[0], -1200 + 1000 * std::log10(1.5 / 4096), 2);
}

TEST(View, PoolsMinimaToTheirMinimum) {
  const auto row = make_row(1, with_tone(4096, 2560));
  for (const Pool pool : {Pool::Max, Pool::Mean}) {
    const auto levels = levels_in(*row, Detector::Min, window_of(*row, 4096, View{.bins = 100, .mean_pool = pool}));
    EXPECT_EQ(levels[62], -9000);
  }
}

TEST(View, WindowedRowsPoolFurtherAsTheRowItselfWould) {
  const auto row = make_row(1, with_tone(4096, 2560));
  const RowPtr cut = windowed(*row, {.bins = 256});
  for (const Pool pool : {Pool::Max, Pool::Mean}) {
    const View view{.bins = 16, .mean_pool = pool};
    const auto expected = levels_in(*row, Detector::Mean, window_of(*row, 4096, view));
    const auto levels = levels_in(*cut, Detector::Mean, window_of(*cut, 256, view));
    for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(levels[i], expected[i], 2);
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
