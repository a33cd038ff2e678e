// SPDX-License-Identifier: MIT
#include "daemon/pipeline/peaks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "gpufft/backend.h"
#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

struct Tone {
  double bin;    // from the lowest frequency, with a fraction
  double level;  // dBFS
};

constexpr std::size_t kRowBins = 1024, kFrames = 64;

// The mean row of tones in noise, through the real transform.
RowPtr row_of(const std::vector<Tone>& tones, double noise_rms, const gpufft::Window& window) {
  std::mt19937 random(5);
  std::normal_distribution<double> gauss(0, noise_rms / std::numbers::sqrt2);
  std::vector<float> iq;
  for (std::size_t n = 0; n < kRowBins * kFrames; ++n) {
    double re = gauss(random), im = gauss(random);
    for (const Tone& tone : tones) {
      const double phase = 2 * std::numbers::pi * (tone.bin - kRowBins / 2.0) / kRowBins * static_cast<double>(n);
      re += std::pow(10, tone.level / 20) * std::cos(phase);
      im += std::pow(10, tone.level / 20) * std::sin(phase);
    }
    iq.push_back(static_cast<float>(re));
    iq.push_back(static_cast<float>(im));
  }
  const auto spectrum = gpufft::choose_backend("cpu").backend->plan_spectrum(
      {.format = gpufft::SampleFormat::Cf32, .bins = kRowBins, .hop = kRowBins, .window = window});
  gpufft::PowerRow power;
  power.clear(kRowBins);
  spectrum->accumulate(std::as_bytes(std::span(iq)), kFrames, power);
  std::vector<Centibel> levels;
  for (const float sum : power.sum) levels.push_back(centibel_from_power(sum / kFrames));
  return make_row(1, levels);
}

class EveryWindow : public testing::TestWithParam<std::string> {};

TEST_P(EveryWindow, MeasuresATonesLevelWhereverItLiesBetweenTheBins) {
  const gpufft::Window window = *gpufft::parse_window(GetParam());
  for (const double offset : {0.0, 0.25, 0.5, 0.8}) {
    const RowPtr row = row_of({{300 + offset, -20}, {700.3, -40}}, 1e-4, window);
    const Peaks found = find_peaks(*row, window, {20}, 10);
    ASSERT_EQ(found.peaks.size(), 2U) << "offset " << offset;
    EXPECT_NEAR(found.peaks[0].level.value, -20, GetParam() == "rectangle" ? 1.0 : 0.1) << "offset " << offset;
    EXPECT_NEAR(found.peaks[0].frequency.value, 100e6 + (300 + offset - 512) * 2.4e6 / kRowBins,
                0.25 * 2.4e6 / kRowBins);
    EXPECT_NEAR(found.peaks[1].level.value, -40, GetParam() == "rectangle" ? 1.0 : 0.1);
    EXPECT_GT(found.peaks[0].snr.value, found.peaks[1].snr.value + 15);
  }
}

INSTANTIATE_TEST_SUITE_P(Windows, EveryWindow,
                         testing::Values("rectangle", "hann", "hamming", "blackman", "blackman-harris", "flattop",
                                         "kaiser:8.6", "bartlett", "hann-poisson", "youssef"));

TEST(Peaks, AreAsWideAsTheyAreSixDecibelsDown) {
  constexpr double kBin = 2.4e6 / kRowBins;
  const auto width = [](const std::vector<Centibel>& levels) {
    return find_peaks(*make_row(1, levels), {}, {10}, 1).peaks.at(0).width.value;
  };
  std::vector<Centibel> levels(kRowBins, -9000);
  for (int bin = -4; bin <= 4; ++bin) levels[400 + bin] = static_cast<Centibel>(-2000 - 200 * std::abs(bin));
  EXPECT_NEAR(width(levels), 6 * kBin, 0.01 * kBin) << "2 dB a bin: three bins to either side";
  const RowPtr tone = row_of({{300, -20}}, 1e-4, *gpufft::parse_window("hann"));
  EXPECT_NEAR(find_peaks(*tone, *gpufft::parse_window("hann"), {20}, 1).peaks.at(0).width.value, 2 * kBin, 0.05 * kBin)
      << "a carrier is as wide as the window's main lobe";
}

TEST(Peaks, NoiseAloneHasNone) { EXPECT_TRUE(find_peaks(*row_of({}, 1e-2, {}), {}, {10}, 10).peaks.empty()); }

TEST(Peaks, TheFloorIsTheNoiseOfABin) {
  const double expected = 10 * std::log10(1e-4 * 1.5 / kRowBins);  // Hann spreads noise over 1.5 bins
  EXPECT_NEAR(find_peaks(*row_of({}, 1e-2, {}), {}, {10}, 10).floor.value, expected, 0.2);
}

TEST(Peaks, GivesTheStrongestWhenThereAreMore) {
  const Peaks found = find_peaks(*row_of({{100, -50}, {200, -30}, {300, -40}}, 1e-4, {}), {}, {10}, 2);
  ASSERT_EQ(found.peaks.size(), 2U);
  EXPECT_NEAR(found.peaks[0].level.value, -30, 0.1);
  EXPECT_NEAR(found.peaks[1].level.value, -40, 0.1);
}

TEST(Peaks, SurvivesAFlatRowAndTheEdges) {
  EXPECT_TRUE(find_peaks(*make_row(1, std::vector<Centibel>(64, -32767)), {}, {10}, 10).peaks.empty());
  std::vector<Centibel> edge(64, -9000);
  edge.front() = edge.back() = 0;
  EXPECT_EQ(find_peaks(*make_row(1, edge), {}, {10}, 10).peaks.size(), 2U);
}

// Most of a sweep may be out of the tuner's reach.
TEST(Peaks, TheFloorIsThatOfTheBinsWithData) {
  std::vector<Centibel> levels(kRowBins, kNoLevel);
  std::fill(levels.begin(), levels.begin() + 300, Centibel{-7000});
  levels[100] = -2000;
  const Peaks found = find_peaks(*make_row(1, levels), {}, Decibels{10}, 10);
  EXPECT_EQ(found.floor, Decibels{-70});
  ASSERT_EQ(found.peaks.size(), 1U);
  EXPECT_TRUE(find_peaks(*make_row(1, std::vector<Centibel>(kRowBins, kNoLevel)), {}, Decibels{10}, 10).peaks.empty());
}

}  // namespace
}  // namespace spectrumd
