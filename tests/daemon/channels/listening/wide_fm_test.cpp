// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/wide_fm.h"

#include <gtest/gtest.h>

#include "tests/daemon/channels/listening/radio_signals.h"

namespace spectrumd::test {
namespace {

constexpr double kWide = 240'000, kWideSound = 48'000, kDeviation = 75'000;

struct Sides {
  Sound left, right;
};

Sides hear(Listener& listener, const Wave& composite, double seconds, double noise_db) {
  Iq iq = fm_station(composite, seconds, kWide, kDeviation);
  add_noise(iq, std::pow(10, -noise_db / 10), 200e3, kWide, 5);
  const std::vector<float> sound = listen(listener, as_float(iq), 10'000);
  return {part(side(sound, 2, 0), kWideSound, 0.8, seconds - 0.1),
          part(side(sound, 2, 1), kWideSound, 0.8, seconds - 0.1)};
}

Wave nothing() {
  return [](double) { return 0.0; };
}

TEST(WideFmDemodulator, SeparatesTheSidesBy30Db) {
  for (const double hertz : {100.0, 400.0, 1000.0, 3000.0, 8000.0, 14'000.0}) {
    Listener listener({.mode = ListenMode::Wfm});
    const Sides left = hear(listener, stereo(tone(hertz, 0.5), nothing()), 1.5, 50);
    EXPECT_TRUE(listener.status().stereo);
    const double here = fit_tone(left.left, kWideSound, hertz).level_db();
    EXPECT_GT(here - fit_tone(left.right, kWideSound, hertz).level_db(), 30) << hertz;
  }
  Listener listener({.mode = ListenMode::Wfm});
  const Sides right = hear(listener, stereo(nothing(), tone(1000)), 1.5, 50);
  EXPECT_GT(fit_tone(right.right, kWideSound, 1000).level_db() - fit_tone(right.left, kWideSound, 1000).level_db(), 30);
}

TEST(WideFmDemodulator, IsMonoWithoutPilotAndInNoise) {
  Listener listener({.mode = ListenMode::Wfm});
  const Sides mono = hear(listener, stereo(tone(1000), tone(1000), 0), 1.5, 40);
  EXPECT_FALSE(listener.status().stereo);
  Sound difference = mono.left;
  for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= mono.right[i];
  EXPECT_LT(decibels(rms(difference)), decibels(rms(mono.left)) - 50);
  Iq noise(static_cast<std::size_t>(kWide));
  add_noise(noise, 1, 200e3, kWide, 6);
  listen(listener, as_float(noise), 10'000);
  EXPECT_FALSE(listener.status().stereo);
}

TEST(WideFmDemodulator, LowersTheTrebleByItsTimeConstant) {
  for (const double microseconds : {50.0, 75.0}) {
    const auto level = [&](double hertz) {
      Listener listener({.mode = ListenMode::Wfm, .deemphasis_us = microseconds});
      return fit_tone(hear(listener, tone(hertz, 0.3), 1.2, 60).left, kWideSound, hertz).level_db();
    };
    const double flat = level(100);
    for (const double hertz : {1000.0, 5000.0, 10'000.0, 15'000.0})
      EXPECT_NEAR(level(hertz) - flat, -20 * std::log10(std::hypot(1, 2 * M_PI * hertz * microseconds * 1e-6)), 0.2)
          << hertz << " Hz, " << microseconds << " us";
  }
}

TEST(WideFmDemodulator, LeavesThePilotOut) {
  Listener listener({.mode = ListenMode::Wfm, .deemphasis_us = 0});
  const Sides sides = hear(listener, stereo(nothing(), nothing()), 1.5, 60);
  EXPECT_LT(fit_tone(sides.left, kWideSound, 19'000).level_db(), -100);
}

}  // namespace
}  // namespace spectrumd::test
