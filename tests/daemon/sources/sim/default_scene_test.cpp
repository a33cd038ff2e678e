// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/daemon/sources/sim/listen.h"

namespace spectrumd::sim {
namespace {

// But for pulses, which are nothing to look at: they are for programs that decode them.
TEST(DefaultScene, HasEveryKindOfSignalInSight) {
  std::array<int, std::variant_size_v<Signal>> seen{};
  seen[Signal(Ook{}).index()] = 1;
  for (const Signal& signal : default_scene().signals) {
    const double away = std::visit([](const auto& any) { return any.frequency.value - kCenter; }, signal);
    if (std::abs(away) < kPassband * kRate / 2) ++seen[signal.index()];
  }
  EXPECT_TRUE(std::ranges::all_of(seen, [](int count) { return count > 0; })) << testing::PrintToString(seen);
}

TEST(DefaultScene, HasItsCarriersInTheMiddleOfBins) {
  for (const Signal& signal : default_scene().signals) {
    const auto* carrier = std::get_if<Carrier>(&signal);
    if (carrier == nullptr || std::abs(carrier->frequency.value - kCenter) > kRate / 2) continue;
    const double bins = (carrier->frequency.value - kCenter) / 18750;
    EXPECT_EQ(bins, std::round(bins)) << carrier->frequency.value;
  }
}

TEST(DefaultScene, NeverClips) {
  Radio radio = tuned_radio(default_scene());
  for (int second = 0; second < 10; ++second) {
    const auto bytes = receive(radio, 1 << 17);
    const auto [least, most] = std::ranges::minmax_element(bytes);
    EXPECT_GT(*least, std::byte{20});
    EXPECT_LT(*most, std::byte{235});
    radio.skip(1 << 15);
  }
}

// At any moment, whatever else is on the air.
TEST(DefaultScene, KeepsItsCarriersAtTheirLevels) {
  const Scene scene = default_scene();
  Radio radio = tuned_radio(scene);
  for (int moment = 0; moment < 4; ++moment) {
    const Samples samples = to_numbers(receive(radio, 1 << 17));
    radio.skip(1 << 16);
    for (const SteadyTone& tone : steady_tones(scene)) {
      const double away = tone.frequency.value - kCenter;
      if (std::abs(away) > kRate / 2 || tone.level < Decibels{-40}) continue;
      EXPECT_NEAR(level_at(samples, away), tone.level.value, 0.1) << tone.frequency.value << " at " << radio.seconds();
    }
  }
}

}  // namespace
}  // namespace spectrumd::sim
