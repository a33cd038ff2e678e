// SPDX-License-Identifier: MIT
// Peers must make the channels that they are timed with.
#include "gpufft/program/bench/channel_peers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gpufft::program {
namespace {

std::vector<std::byte> tone(double hertz, std::size_t samples) {
  std::vector<std::byte> iq;
  for (std::size_t n = 0; n < samples; ++n)
    for (const double early : {0.0, 0.25}) {
      const double turns = std::remainder(hertz * static_cast<double>(n) / kBandRate, 1.0) - early;
      iq.push_back(static_cast<std::byte>(std::lround(127.5 + 100 * std::cos(2 * std::numbers::pi * turns))));
    }
  return iq;
}

// The mean power of the second half, in decibels of full scale.
double level(std::span<const std::complex<float>> samples) {
  double sum = 0;
  const auto settled = samples.subspan(samples.size() / 2);
  for (const auto& sample : settled) sum += static_cast<double>(std::norm(sample));
  return 10 * std::log10(sum / static_cast<double>(settled.size()));
}

TEST(ChannelPeers, HaveAToneInItsChannelOnly) {
  constexpr double kLevel = -2.11;  // 100 counts of 127.5
  for (const auto& peer : channel_peers(10)) {
    ASSERT_GE(peer->channels(), 10U) << peer->name();
    for (const std::size_t index : {2, 7}) {
      const auto iq = tone(peer->center(index) + 1500, 240'000);
      peer->take(iq);
      EXPECT_NEAR(level(peer->channel(index)), kLevel, 0.1) << peer->name();
      EXPECT_NEAR(static_cast<double>(peer->channel(index).size()), 0.1 * peer->rate(), 0.015 * peer->rate())
          << peer->name();
      for (const std::size_t other : {index - 2, index + 2})
        EXPECT_LT(level(peer->channel(other)), -50) << peer->name() << ", channel " << other;
    }
  }
}

TEST(ChannelPeers, AreWithinTheBand) {
  for (const std::size_t count : {1, 100, 1000})
    for (std::size_t i = 0; i < count; ++i)
      ASSERT_LE(std::abs(channel_center(i, count)) + kChannelWidth / 2, kBandRate / 2) << i << " of " << count;
}

}  // namespace
}  // namespace gpufft::program
