// SPDX-License-Identifier: MIT
#include <algorithm>

#include "tests/gpufft/spectrum_fixture.h"

namespace {

using gpufft::PowerRow;
using gpufft::SampleFormat;
using gpufft::SpectrumRequest;

constexpr std::size_t kRowBins = 256, kCenter = kRowBins / 2;
constexpr std::complex<double> kSpike(0.1, -0.05);  // 19 dB under full scale

SpectrumRequest request_for(SampleFormat format, bool remove_dc = true) {
  return {format, kRowBins, kRowBins, {gpufft::Window::Shape::Hann}, remove_dc};
}

class RemoveDc : public SpectrumTest {
 protected:
  static double center_level(const PowerRow& row) {
    return decibels(row.sum[kCenter] / static_cast<double>(row.frames));
  }
};
INSTANTIATE_TEST_SUITE_P(Backend, RemoveDc, testing::ValuesIn(tested_backends()), backend_name);

oracle::Points plus(oracle::Points points, std::complex<double> offset) {
  for (auto& point : points) point += offset;
  return points;
}

TEST_P(RemoveDc, TakesTheSpikeOutOfTheVeryFirstRow) {
  for (const SampleFormat format : kFormats) {
    const auto iq = encode(format, tone(40 * kRowBins, 0.5, 30.0 / kRowBins, kSpike));
    const auto with = request_for(format), without = request_for(format, false);
    EXPECT_NEAR(center_level(row_of(*plan(without), without, iq)), decibels(std::norm(kSpike)), 0.3)
        << format_name(format);
    EXPECT_LT(center_level(row_of(*plan(with), with, iq)), -70) << format_name(format);
  }
}

TEST_P(RemoveDc, LeavesSignalsAlone) {
  const auto request = request_for(SampleFormat::Cs16);
  for (const double bin : {2.0, 3.5, -30.0}) {  // Hann's main lobe ends two bins from the center
    const auto iq = encode(request.format, tone(40 * kRowBins, 0.5, bin / kRowBins, kSpike));
    const auto clean = encode(request.format, tone(40 * kRowBins, 0.5, bin / kRowBins));
    const auto row = row_of(*plan(request), request, iq);
    const auto expected = row_of(*plan(request_for(SampleFormat::Cs16, false)), request, clean);
    const auto peak = static_cast<std::size_t>(std::ranges::max_element(expected.sum) - expected.sum.begin());
    EXPECT_NEAR(decibels(row.sum[peak]), decibels(expected.sum[peak]), 0.01) << bin;
  }
}

TEST_P(RemoveDc, DigsNoHoleIntoTheNoise) {
  constexpr std::size_t kFrames = 2000;
  const auto request = request_for(SampleFormat::Cs16);
  const auto spectrum = plan(request);
  const auto row = row_of(*spectrum, request, encode(request.format, plus(noise(kFrames * kRowBins, 0.01, 1), kSpike)));
  double mean = 0;
  for (const float level : row.sum) mean += level / kRowBins;
  for (const std::size_t bin : {kCenter - 1, kCenter, kCenter + 1}) {
    EXPECT_NEAR(decibels(row.sum[bin]), decibels(mean), 0.4) << "seed 1, bin " << bin;
  }
}

TEST_P(RemoveDc, DoesNotDependOnHowFramesAreCutIntoCalls) {
  for (const std::size_t hop : {kRowBins / 2, kRowBins, kRowBins + 100}) {
    auto request = request_for(SampleFormat::Cs16);
    request.hop = hop;
    const auto iq = encode(request.format, plus(noise(kRowBins + 99 * hop, 0.001, 2), kSpike));
    const std::size_t bytes = gpufft::bytes_per_sample(request.format);
    PowerRow whole, cut;
    whole.clear(kRowBins);
    cut.clear(kRowBins);
    const auto spectrum = plan(request), other = plan(request);
    spectrum->accumulate(iq, 10, whole);  // the first call decides where the mean starts
    other->accumulate(iq, 10, cut);
    spectrum->accumulate(std::span(iq).subspan(10 * hop * bytes), 90, whole);
    for (std::size_t frame = 10; frame < 100; frame += 3) {
      other->accumulate(std::span(iq).subspan(frame * hop * bytes), 3, cut);
    }
    EXPECT_EQ(cut.max, whole.max) << "seed 2, hop " << hop;
    EXPECT_EQ(cut.min, whole.min) << "seed 2, hop " << hop;
  }
}

TEST_P(RemoveDc, FollowsADriftingSpike) {
  const auto request = request_for(SampleFormat::Cs16);
  const auto spectrum = plan(request);
  constexpr std::size_t kBlock = 400 * kRowBins;
  const auto before = encode(request.format, plus(noise(kBlock, 1e-8, 3), kSpike));
  const auto after = encode(request.format, plus(noise(kBlock, 1e-8, 4), -kSpike));
  for (int i = 0; i < 20; ++i) row_of(*spectrum, request, before);
  const double jumped = center_level(row_of(*spectrum, request, after));
  EXPECT_NEAR(jumped, decibels(4 * std::norm(kSpike)), 1.0);
  double settled = 0;
  for (int i = 0; i < 200; ++i) settled = center_level(row_of(*spectrum, request, after));
  EXPECT_LT(settled, -80);
}

TEST_P(RemoveDc, ResetStartsAfresh) {
  const auto request = request_for(SampleFormat::Cs16);
  const auto spectrum = plan(request);
  for (int i = 0; i < 10; ++i)
    row_of(*spectrum, request, encode(request.format, plus(noise(40 * kRowBins, 1e-8, 5), kSpike)));
  spectrum->reset();
  const auto other_spike = encode(request.format, plus(noise(40 * kRowBins, 1e-8, 6), -kSpike));
  EXPECT_LT(center_level(row_of(*spectrum, request, other_spike)), -80);
}

}  // namespace
