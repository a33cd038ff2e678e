// SPDX-License-Identifier: MIT
#include "gpufft/demos/image/filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace gpufft::program {
namespace {

using Kind = ImageFilter::Kind;

const Backend& cpu() { return backend_named("cpu"); }
const Backend& qpu() { return backend_named("qpu:emulated"); }

// Grey stripes, so many cycles a pixel across and down, about a mean.
Picture stripes(std::size_t width, std::size_t height, double across, double down, double mean = 100,
                double swing = 60) {
  Picture picture{width, height, 1, std::vector<std::uint8_t>(width * height)};
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      const double turn = across * static_cast<double>(x) + down * static_cast<double>(y);
      picture.bytes[picture.place(x, y)] =
          static_cast<std::uint8_t>(std::lround(mean + swing * std::cos(2 * std::numbers::pi * turn)));
    }
  return picture;
}

Picture noisy_picture(std::size_t width, std::size_t height, std::size_t channels) {
  std::mt19937 random(3);
  Picture picture{width, height, channels, std::vector<std::uint8_t>(width * height * channels)};
  for (auto& level : picture.bytes) level = static_cast<std::uint8_t>(random());
  return picture;
}

Picture flat(const Picture& like, std::uint8_t level) {
  Picture picture = like;
  std::ranges::fill(picture.bytes, level);
  return picture;
}

TEST(Image, WithoutAFilterComesBackToThePixel) {
  for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{1, 1}, {64, 48}, {37, 101}}) {
    const Picture picture = noisy_picture(width, height, 3);
    for (const bool padded : {false, true})
      EXPECT_EQ(filter_image(picture, {}, cpu(), padded).picture.bytes, picture.bytes) << width << padded;
  }
}

TEST(Image, LowPassKeepsWhatIsBelowTheCutoffAndNothingElse) {
  const Picture slow = stripes(64, 64, 0.0625, 0), fast = stripes(64, 64, 0.1875, 0.125);
  const ImageFilter filter{Kind::LowPass, 0.1};
  EXPECT_LT(rms_difference(filter_image(slow, filter, cpu(), false).picture, slow), 0.5);
  EXPECT_LT(rms_difference(filter_image(fast, filter, cpu(), false).picture, flat(fast, 100)), 0.7);
}

TEST(Image, HighPassKeepsTheRestAboutMiddleGrey) {
  const Picture slow = stripes(64, 64, 0.0625, 0), fast = stripes(64, 64, 0.1875, 0.125);
  const ImageFilter filter{Kind::HighPass, 0.1};
  EXPECT_LT(rms_difference(filter_image(slow, filter, cpu(), false).picture, flat(slow, 128)), 0.7);
  const Picture kept = stripes(64, 64, 0.1875, 0.125, 127.5);
  EXPECT_LT(rms_difference(filter_image(fast, filter, cpu(), false).picture, kept), 0.8);
}

TEST(Image, GaussianLeavesWhatItSays) {
  const Picture fast = stripes(64, 64, 0.125, 0);
  const ImageFilter filter{Kind::Gaussian, 0.125};
  const Picture weakened = stripes(64, 64, 0.125, 0, 100, 60 * std::exp(-0.5));
  EXPECT_LT(rms_difference(filter_image(fast, filter, cpu(), false).picture, weakened), 0.5);
}

TEST(Image, SpectrumHasAWaveAtItsPlaceAndItsMirrorImage) {
  const auto result = filter_image(stripes(64, 32, 0.25, 0.125), {}, cpu(), false);
  const Picture& spectrum = result.spectrum;
  ASSERT_EQ(spectrum.width, 64U);
  ASSERT_EQ(spectrum.height, 32U);
  EXPECT_EQ(spectrum.bytes[spectrum.place(32, 16)], 255);  // the mean
  EXPECT_GT(spectrum.bytes[spectrum.place(32 + 16, 16 + 4)], 220);
  EXPECT_GT(spectrum.bytes[spectrum.place(32 - 16, 16 - 4)], 220);
  EXPECT_LT(spectrum.bytes[spectrum.place(32 + 16, 16 - 4)], 140);
}

// Before levels are rounded, the two results differ by 3e-7 of full scale; one level in a thousand may round
// differently.
TEST(Image, OnTheQpusIsThatOfTheProcessor) {
  const Picture square = noisy_picture(64, 64, 1);
  for (const Kind kind : {Kind::None, Kind::LowPass, Kind::HighPass, Kind::Gaussian}) {
    const auto here = filter_image(square, {kind, 0.2}, cpu(), false),
               there = filter_image(square, {kind, 0.2}, qpu(), false);
    EXPECT_LT(rms_difference(here.picture, there.picture), 0.05) << name_of(kind);
    EXPECT_LT(rms_difference(here.spectrum, there.spectrum), 0.05) << name_of(kind);
  }
}

TEST(Image, IsContinuedToWhatTheQpusTake) {
  const auto result = filter_image(noisy_picture(100, 120, 3), {}, qpu(), false);
  EXPECT_EQ(result.columns, 128U);
  EXPECT_EQ(result.rows, 256U);  // they have no columns of 128
  EXPECT_LT(rms_difference(result.picture, noisy_picture(100, 120, 3)), 0.05);
}

TEST(Image, ThatIsTooLargeIsRefusedWithTheReason) {
  const Picture wide = noisy_picture(5000, 16, 1);
  try {
    filter_image(wide, {}, qpu(), false);
    FAIL();
  } catch (const PlanError& error) {
    EXPECT_NE(std::string(error.what()).find("rows of 16 to 4096 points"), std::string::npos) << error.what();
  }
}

TEST(ImageFilter, HasANameEach) {
  for (const auto* name : {"none", "low-pass", "high-pass", "gaussian"}) EXPECT_EQ(name_of(filter_named(name)), name);
  EXPECT_THROW(filter_named("blur"), PlanError);
}

}  // namespace
}  // namespace gpufft::program
