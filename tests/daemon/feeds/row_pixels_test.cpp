// SPDX-License-Identifier: MIT
#include "daemon/feeds/row_pixels.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "daemon/feeds/spyserver/spy_pixels.h"
#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

// 1024 bins in 2.4 MHz about 100 MHz, noise at -70 dB and a carrier of -20 dB.
constexpr double kBinHz = 2.4e6 / 1024;

std::shared_ptr<Row> row_with_carrier(std::size_t bin) {
  std::vector<Centibel> levels(1024, -7000);
  levels[bin] = -2000;
  return make_row(1, levels);
}

double frequency_of(std::size_t bin) { return 100e6 + (static_cast<double>(bin) - 512) * kBinHz; }

std::vector<std::size_t> places(const std::vector<Centibel>& pixels, Centibel level) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < pixels.size(); ++i)
    if (pixels[i] == level) found.push_back(i);
  return found;
}

TEST(RowPixels, HaveACarrierWhereItIsAtAnyWidth) {
  for (const std::size_t count : {100U, 333U, 512U, 1000U, 1024U})
    for (const std::size_t bin : {0U, 1U, 300U, 512U, 777U, 1022U}) {
      const Span span{{98.8e6}, {101.2e6}};
      const auto pixels = row_pixels(*row_with_carrier(bin), Detector::Mean, span, count);
      ASSERT_EQ(pixels.size(), count);
      const double expected = (frequency_of(bin) - 98.8e6) / 2.4e6 * static_cast<double>(count);
      const auto found = places(pixels, -2000);
      ASSERT_FALSE(found.empty()) << count << ' ' << bin;
      EXPECT_LE(found.size(), 2U) << count << ' ' << bin;
      EXPECT_NEAR(static_cast<double>(found.front()), expected, 1.5) << count << ' ' << bin;
    }
}

TEST(RowPixels, RepeatBinsThatAreWiderThanThey) {
  const double carrier = frequency_of(600);
  const auto pixels =
      row_pixels(*row_with_carrier(600), Detector::Mean, {{carrier - 4 * kBinHz}, {carrier + 4 * kBinHz}}, 800);
  const auto found = places(pixels, -2000);
  ASSERT_FALSE(found.empty());
  EXPECT_NEAR(static_cast<double>(found.size()), 100, 1);
  EXPECT_NEAR(static_cast<double>(found.front() + found.back()) / 2, 400, 51) << "a bin begins or is centered there";
  EXPECT_EQ(found.back() - found.front() + 1, found.size());
}

TEST(RowPixels, HaveNothingOutsideOfTheRow) {
  const auto pixels = row_pixels(*row_with_carrier(0), Detector::Mean, {{97.6e6}, {102.4e6}}, 100);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(pixels[i] == kNoLevel, i < 25 || i >= 75) << i;
  const auto elsewhere = row_pixels(*row_with_carrier(0), Detector::Mean, {{433e6}, {434e6}}, 100);
  EXPECT_EQ(std::ranges::count(elsewhere, kNoLevel), 100);
}

TEST(SpyPixels, AreBytesBelowTheTop) {
  const Span span{{98.8e6}, {101.2e6}};
  const auto row = row_with_carrier(512);
  const std::string pixels = spy::spectrum_pixels(*row, Detector::Mean, span, 1024, {.top_db = 0, .range_db = 100});
  EXPECT_EQ(static_cast<unsigned char>(pixels[512]), 204) << "-20 dB of 100";
  EXPECT_EQ(static_cast<unsigned char>(pixels[0]), 77) << "-70 dB of 100, rounded";
  const std::string hot = spy::spectrum_pixels(*row, Detector::Mean, span, 1024, {.top_db = -30, .range_db = 30});
  EXPECT_EQ(static_cast<unsigned char>(hot[512]), 255) << "never more";
  EXPECT_EQ(static_cast<unsigned char>(hot[0]), 0);
}

}  // namespace
}  // namespace spectrumd
