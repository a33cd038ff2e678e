// SPDX-License-Identifier: MIT
#include "gpufft/spectrum.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "tests/gpufft/spectrum_fixture.h"

namespace {

using gpufft::PowerRow;
using gpufft::SampleFormat;
using gpufft::SpectrumRequest;
using gpufft::Window;

class Spectrum : public SpectrumTest {};
INSTANTIATE_TEST_SUITE_P(Backend, Spectrum, testing::ValuesIn(tested_backends()), backend_name);

std::string described(const SpectrumRequest& request) {
  return to_string(request.window) + ' ' + std::string(format_name(request.format)) + ", " +
         std::to_string(request.bins) + " bins, hop " + std::to_string(request.hop);
}

Window window_named(std::string_view name) { return gpufft::parse_window(name).value(); }

// The frequency of a row's bin in cycles per sample.
double frequency_of(std::size_t bin, std::size_t bins) {
  const std::size_t center = bins / 2;
  return (static_cast<double>(bin) - static_cast<double>(center)) / static_cast<double>(bins);
}

// The expected row, by the definition and in double.
PowerRow row_in_double(const SpectrumRequest& request, const oracle::Points& samples) {
  const auto window = gpufft::window_points(request.window, request.bins);
  const double tone = gpufft::window_gain(window).coherent_gain * static_cast<double>(request.bins);
  PowerRow row;
  row.clear(request.bins);
  std::vector<double> sums(request.bins);
  for (std::size_t start = 0; start + request.bins <= samples.size(); start += request.hop, ++row.frames) {
    oracle::Points frame(request.bins);
    for (std::size_t n = 0; n < request.bins; ++n) frame[n] = samples[start + n] * window[n] / tone;
    auto bins = std::has_single_bit(request.bins) ? oracle::fast_dft(frame) : oracle::dft(frame);
    std::rotate(bins.begin(), bins.begin() + static_cast<std::ptrdiff_t>(request.bins - request.bins / 2), bins.end());
    for (std::size_t bin = 0; bin < request.bins; ++bin) {
      const double power = std::norm(bins[bin]);
      sums[bin] += power;
      row.max[bin] = std::max(row.max[bin], static_cast<float>(power));
      row.min[bin] = std::min(row.min[bin], static_cast<float>(power));
    }
  }
  std::transform(sums.begin(), sums.end(), row.sum.begin(), [](double sum) { return static_cast<float>(sum); });
  return row;
}

void expect_near(const std::vector<float>& levels, const std::vector<float>& truth, double tolerance,
                 const std::string& what) {
  ASSERT_EQ(levels.size(), truth.size());
  for (std::size_t bin = 0; bin < truth.size(); ++bin) {
    ASSERT_NEAR(levels[bin], truth[bin], tolerance) << what << ", bin " << bin;
  }
}

void expect_near(const PowerRow& row, const PowerRow& truth, const std::string& what) {
  ASSERT_EQ(row.frames, truth.frames) << what;
  const double strongest = *std::ranges::max_element(truth.max);
  expect_near(row.sum, truth.sum, 1e-6 * strongest * static_cast<double>(truth.frames), what + ", sum");
  expect_near(row.max, truth.max, 2e-6 * strongest, what + ", max");
  expect_near(row.min, truth.min, 2e-6 * strongest, what + ", min");
}

TEST_P(Spectrum, FullScaleToneReadsZeroDecibelsInEveryWindowSizeHopAndFormat) {
  std::size_t window = 0;
  for (const auto name : gpufft::window_names()) {
    for (const std::size_t bins : taken({2, 8, 37, 255, 1000, 4096, 16384})) {
      std::size_t pair = 0;  // of a hop and a format: an emulated chip takes each in one window only
      for (const std::size_t hop : {bins, bins / 2, bins / 3 + 1, bins + 5}) {
        for (const SampleFormat format : kFormats) {
          if (backend().traits().emulated && pair++ % gpufft::window_names().size() != window) continue;
          const SpectrumRequest request{format, bins, hop, window_named(name)};
          const std::size_t bin = bins * 3 / 4;  // of the row; bins/2 is the center
          const double cycles = frequency_of(bin, bins);
          const double amplitude = largest_amplitude(format);
          const auto row = row_of(*plan(request), request, encode(format, tone(2 * bins + 3, amplitude, cycles)));
          const double mean = row.sum[bin] / static_cast<double>(row.frames);
          ASSERT_NEAR(decibels(mean), decibels(amplitude * amplitude), 0.05) << described(request);
        }
      }
    }
    ++window;
  }
}

TEST_P(Spectrum, FullScaleToneReadsZeroDecibelsInAMillionBins) {
  constexpr std::size_t kBins = 1 << 20;
  if (!supports(kBins)) GTEST_SKIP() << kBins << " bins take too long on a device that is emulated";
  const SpectrumRequest request{SampleFormat::Cu8, kBins, kBins / 2, window_named("flattop"), true};
  const auto iq = encode(request.format, tone(2 * kBins, 1, frequency_of(700001, kBins)));
  const auto row = row_of(*plan(request), request, iq);
  EXPECT_NEAR(decibels(row.min[700001]), 0, 0.01);
  EXPECT_NEAR(decibels(row.max[700001]), 0, 0.01);
}

TEST_P(Spectrum, RowRunsFromTheLowestFrequencyToTheHighest) {
  for (const std::size_t bins : taken({1, 2, 5, 15, 16, 300})) {
    for (std::size_t bin = 0; bin < bins; ++bin) {
      const SpectrumRequest request{SampleFormat::Cf32, bins, bins, window_named("rectangle")};
      const auto row =
          row_of(*plan(request), request, encode(request.format, tone(bins, 0.5, frequency_of(bin, bins))));
      ASSERT_EQ(std::ranges::max_element(row.sum) - row.sum.begin(), static_cast<std::ptrdiff_t>(bin)) << bins;
    }
  }
}

TEST_P(Spectrum, NoiseDensityIsRightByTheWindowsBandwidth) {
  constexpr std::size_t kBins = 256, kFrames = 400;
  constexpr double kPower = 0.01;
  const auto iq = encode(SampleFormat::Cs16, noise(kBins * kFrames, kPower, 3));
  for (const auto name : gpufft::window_names()) {
    const SpectrumRequest request{SampleFormat::Cs16, kBins, kBins, window_named(name)};
    const auto row = row_of(*plan(request), request, iq);
    double sum = 0;
    for (const float level : row.sum) sum += level;
    const double enbw = gpufft::window_gain(gpufft::window_points(request.window, kBins)).enbw_bins;
    EXPECT_NEAR(decibels(sum / kBins / kFrames), decibels(kPower * enbw / kBins), 0.1)
        << described(request) << ", seed 3";
  }
}

TEST_P(Spectrum, FoldsEveryFrame) {
  for (const std::size_t bins : taken({1, 2, 15, 64, 100, 256})) {
    for (const std::size_t hop : {bins, std::max<std::size_t>(1, bins / 2), bins / 3 + 1, bins + 7, std::size_t{1}}) {
      for (const SampleFormat format : kFormats) {
        const SpectrumRequest request{format, bins, hop, window_named("hann")};
        const auto iq = encode(format, noise(bins + 40 * hop, 0.05, 4));
        expect_near(row_of(*plan(request), request, iq), row_in_double(request, decode(format, iq)),
                    described(request) + ", seed 4");
      }
    }
  }
}

TEST_P(Spectrum, IsTheSameByTheHandsOfSeveralThreads) {
  if (backend().name() != "cpu") GTEST_SKIP() << "a device has separate threads";
  for (const std::size_t bins : {37, 64, 1024}) {
    for (const std::size_t frames : {1, 2, 5, 600, 1700}) {
      for (const bool remove_dc : {false, true}) {
        SpectrumRequest request{SampleFormat::Cs16, bins, bins / 2, window_named("hann"), remove_dc};
        const auto iq = encode(request.format, noise(bins + (frames - 1) * request.hop, 0.05, 13));
        const auto truth = row_of(*plan(request), request, iq);
        request.threads = 3;
        const auto shared = plan(request);
        for (int call = 0; call < 2; ++call, shared->reset()) {
          expect_near(row_of(*shared, request, iq), truth, described(request) + ", seed 13");
        }
      }
    }
  }
}

TEST_P(Spectrum, FoldsFramesOfEveryPowerOfTwoInEveryWindow) {
  std::size_t turn = 0;
  for (const std::size_t bins : taken(powers_of_two(2, 65536))) {
    for (const auto name : gpufft::window_names()) {
      const SampleFormat format = kFormats[turn++ % kFormats.size()];
      const SpectrumRequest request{format, bins, bins / 2, window_named(name)};
      const std::size_t frames = 1 + turn % 5;
      const auto iq = encode(format, noise(bins + (frames - 1) * request.hop, 0.05, 10));
      expect_near(row_of(*plan(request), request, iq), row_in_double(request, decode(format, iq)),
                  described(request) + ", seed 10");
    }
  }
}

TEST_P(Spectrum, SumsThousandsOfFramesWithoutLosingAny) {
  const SpectrumRequest request{SampleFormat::Cs16, 16, 5, window_named("blackman")};
  const auto iq = encode(request.format, noise(16 + 2999 * 5, 0.05, 5));
  const auto row = row_of(*plan(request), request, iq);
  EXPECT_EQ(row.frames, 3000U);
  expect_near(row, row_in_double(request, decode(request.format, iq)), "seed 5");
}

// Powers of bytes are sums of squares of whole numbers, more of whose last digits are rounded down than up.
TEST_P(Spectrum, SumsOfWholeNumbersAreNotRoundedDown) {
  for (const std::size_t bins : taken({4, 16})) {
    const SpectrumRequest request{SampleFormat::Cs8, bins, bins, window_named("hann")};
    const auto iq = encode(request.format, noise(1000 * bins, 0.3, 14));
    const auto row = row_of(*plan(request), request, iq), truth = row_in_double(request, decode(request.format, iq));
    for (std::size_t bin = 0; bin < bins; ++bin)
      EXPECT_NEAR(row.sum[bin] / truth.sum[bin], 1, 1e-6) << described(request) << ", seed 14, bin " << bin;
  }
}

TEST_P(Spectrum, RowGrowsOverCallsAndStartsAfreshWhenCleared) {
  const SpectrumRequest request{SampleFormat::Cs8, 32, 16, window_named("hamming")};
  const auto iq = encode(request.format, noise(32 + 9 * 16, 0.05, 6));
  const auto whole = row_of(*plan(request), request, iq);
  const auto spectrum = plan(request);
  auto row = row_of(*spectrum, request, iq);
  row.clear(request.bins);
  spectrum->accumulate(iq, 4, row);
  const auto rest = std::span(iq).subspan(4 * request.hop * bytes_per_sample(request.format));
  spectrum->accumulate(rest, 0, row);
  spectrum->accumulate(rest, 6, row);
  expect_near(row, whole, "seed 6");
}

TEST_P(Spectrum, BurstOfOneFrameShowsInMax) {
  constexpr std::size_t kBins = 64, kFrames = 50;
  const SpectrumRequest request{SampleFormat::Cu8, kBins, kBins, window_named("blackman-harris")};
  auto points = noise(kBins * kFrames, 1e-3, 7);
  const auto burst = tone(kBins, 0.5, 10.0 / kBins);
  std::copy(burst.begin(), burst.end(), points.begin() + 33 * kBins);
  const auto row = row_of(*plan(request), request, encode(request.format, points));
  const std::size_t bin = kBins / 2 + 10;
  EXPECT_NEAR(decibels(row.max[bin]), decibels(0.25), 0.1);
  EXPECT_NEAR(decibels(row.sum[bin]), decibels(0.25), 0.5);
  EXPECT_LT(decibels(row.min[bin]), -40);
}

TEST_P(Spectrum, TakesSamplesAtAnyAddress) {
  for (const SampleFormat format : kFormats) {
    const SpectrumRequest request{format, 64, 20, window_named("hann"), true};
    const auto iq = encode(format, noise(300, 0.05, 8));
    std::vector<std::byte> shifted(iq.size() + 1);
    std::copy(iq.begin(), iq.end(), shifted.begin() + 1);
    const auto row = row_of(*plan(request), request, iq);
    EXPECT_EQ(row_of(*plan(request), request, std::span(shifted).subspan(1)).sum, row.sum) << format_name(format);
  }
}

TEST_P(Spectrum, BrokenFloatsAreZero) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  for (const bool remove_dc : {false, true}) {
    const SpectrumRequest request{SampleFormat::Cf32, 64, 32, window_named("hann"), remove_dc};
    auto broken = noise(2000, 0.05, 9), zeroed = broken;
    for (const auto& [at, value] : {std::pair(3, kNaN), std::pair(700, kInfinity), std::pair(701, -kInfinity),
                                    std::pair(1500, 1e30F), std::pair(1501, -3e38F)}) {
      broken[static_cast<std::size_t>(at)] = {value, value};
      zeroed[static_cast<std::size_t>(at)] = 0;
    }
    const auto row = row_of(*plan(request), request, encode(request.format, broken));
    const auto expected = row_of(*plan(request), request, encode(request.format, zeroed));
    EXPECT_EQ(row.sum, expected.sum);
    EXPECT_EQ(row.max, expected.max);
    EXPECT_EQ(row.min, expected.min);
  }
}

TEST_P(Spectrum, RefusesWhatItCannotDoAndSaysWhy) {
  const auto refused = [](SpectrumRequest request) { return refusal([&] { plan(request); }); };
  const auto kaiser = [&refused](double beta) {
    return refused({.bins = 64, .hop = 64, .window = {Window::Shape::Kaiser, beta}});
  };
  EXPECT_NE(refused({.bins = 0, .hop = 1}).find("0 points"), std::string::npos);
  EXPECT_NE(refused({.bins = std::numeric_limits<std::size_t>::max(), .hop = 1}).find("accepts"), std::string::npos);
  EXPECT_NE(refused({.bins = 64, .hop = 0}).find("hop of 0"), std::string::npos);
  EXPECT_NE(refused({.bins = 64, .hop = 64, .threads = 0}).find("0 threads"), std::string::npos);
  EXPECT_NE(refused({.bins = 64, .hop = std::numeric_limits<std::size_t>::max()}).find("memory"), std::string::npos);
  EXPECT_NE(kaiser(-1).find("-1"), std::string::npos);
  EXPECT_NE(kaiser(std::numeric_limits<double>::quiet_NaN()).find("nan"), std::string::npos);
  EXPECT_NE(kaiser(std::numeric_limits<double>::infinity()).find("inf"), std::string::npos);
  EXPECT_NE(kaiser(1e6).find("from 0 to 100"), std::string::npos);
  EXPECT_EQ(kaiser(gpufft::kLargestKaiserBeta), "");
}

}  // namespace
