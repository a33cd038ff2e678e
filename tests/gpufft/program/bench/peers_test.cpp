// SPDX-License-Identifier: MIT
// Peers must compute correct results: every way of every peer of this build.
#include "gpufft/program/bench/peer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gpufft/program/bench/bench.h"
#include "tests/gpufft/double_dft.h"
#include "tests/gpufft/signals.h"

namespace {

using gpufft::PowerRow;
using gpufft::program::peers;

constexpr double kPlanningSeconds = 0.05;
constexpr std::size_t kFrames = 8;

// A tone of 100 counts in the middle of a bin, counted from the lowest frequency.
std::vector<std::byte> tone(std::size_t bins, std::size_t bin) {
  std::vector<std::byte> iq;
  for (std::size_t n = 0; n < bins * kFrames; ++n) {
    const double turns = static_cast<double>(n * (bin + bins / 2) % bins) / static_cast<double>(bins);
    for (const double phase : {0.0, 0.25}) {
      const double level = 127.5 + 100 * std::cos(2 * std::numbers::pi * (turns - phase));
      iq.push_back(static_cast<std::byte>(std::lround(level)));
    }
  }
  return iq;
}

TEST(Peers, HaveAToneInItsBin) {
  for (const std::size_t bins : {64, 1024}) {
    for (const std::size_t bin : {bins / 2 + 7, bins / 2 - 20, bins - 3}) {
      const auto iq = tone(bins, bin);
      for (const auto& peer : peers(kPlanningSeconds)) {
        const auto ways = peer->rows(bins, kFrames);
        EXPECT_FALSE(ways.empty()) << peer->name();
        for (const auto& way : ways) {
          PowerRow row;
          row.clear(bins);
          way->accumulate(iq, kFrames, row);
          EXPECT_EQ(row.frames, kFrames) << peer->name();
          auto levels = row.sum;
          const auto strongest = std::ranges::max_element(levels) - levels.begin();
          EXPECT_EQ(static_cast<std::size_t>(strongest), bin) << peer->name() << ", " << bins << " bins";
          const float most = levels[bin];
          std::ranges::nth_element(levels, levels.begin() + static_cast<std::ptrdiff_t>(bins / 2));
          EXPECT_GT(most, 1000 * levels[bins / 2]) << peer->name() << ", " << bins << " bins";
        }
      }
    }
  }
}

TEST(Peers, TransformAsTheDefinitionSays) {
  constexpr std::size_t kLength = 96, kBatch = 3;
  for (const auto& peer : peers(kPlanningSeconds)) {
    for (const auto& plan : peer->plans(kLength, kBatch)) {
      const auto points = random_points(kLength * kBatch, 1);
      std::ranges::copy(points, plan->in());
      plan->execute();
      for (std::size_t item = 0; item < kBatch; ++item) {
        const auto truth = oracle::dft(in_double(std::span(points).subspan(item * kLength, kLength)));
        EXPECT_LT(relative_error(in_double({plan->out() + item * kLength, kLength}), truth), 1e-6) << peer->name();
      }
    }
  }
}

std::span<float> reals_of(std::complex<float>* memory, std::size_t count) {
  return {reinterpret_cast<float*>(memory), count};
}

// Against our backend in plain C++, whose kinds are compared with the definitions elsewhere.
TEST(Peers, TransformOtherKindsAsTheyAreDefined) {
  constexpr std::size_t kLength = 96, kBatch = 3;
  std::size_t compared = 0;
  for (const auto& [bench, kind, is_square] : gpufft::program::kOtherTransforms) {
    const gpufft::FftRequest request{
        .length = kLength, .batch = kBatch, .kind = kind, .rows = is_square ? kLength : std::size_t{1}};
    const auto ours = gpufft::backend_named("cpu:plain").plan_fft(request);
    const std::size_t items = kBatch * request.rows;
    const bool from_bins = kind == gpufft::FftKind::ComplexToReal, to_bins = kind == gpufft::FftKind::RealToComplex;
    const bool complex = kind == gpufft::FftKind::Complex;
    const std::size_t floats_in = items * (complex ? 2 * kLength : from_bins ? kLength + 2 : kLength);
    const std::size_t floats_out = items * (complex ? 2 * kLength : to_bins ? kLength + 2 : kLength);
    auto points = random_points(floats_in / 2, 1);
    if (from_bins)  // what real points have there: no library says what it does with anything else
      for (std::size_t item = 0; item < kBatch; ++item)
        for (const std::size_t bin : {std::size_t{0}, kLength / 2}) points[item * (kLength / 2 + 1) + bin].imag(0);
    std::vector<std::complex<float>> truth(floats_out / 2);
    const auto in = reals_of(points.data(), floats_in), out = reals_of(truth.data(), floats_out);
    if (complex) ours->transform(points, truth);
    if (to_bins) ours->transform(in, truth);
    if (from_bins) ours->transform(points, out);
    if (!complex && !to_bins && !from_bins) ours->transform(in, out);
    for (const auto& peer : peers(kPlanningSeconds))
      for (const auto& plan : peer->other_plans(request)) {
        std::ranges::copy(points, plan->in());
        plan->execute();
        // A cosine transform of FFTW has both directions doubled.
        const float scale = complex || to_bins || from_bins ? 1 : 0.5F;
        std::vector<std::complex<float>> found(plan->out(), plan->out() + truth.size());
        for (auto& point : found) point *= scale;
        EXPECT_LT(relative_error(in_double(found), in_double(truth)), 1e-6) << peer->name() << ", " << bench;
        ++compared;
      }
  }
  EXPECT_EQ(compared % (gpufft::program::kOtherTransforms.size() + 1), 0U) << "a plan for each, of a square two";
}

}  // namespace
