// SPDX-License-Identifier: MIT
// Peers must compute correct results: every way of every peer of this build.
#include "gpufft/program/bench/peer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

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

}  // namespace
