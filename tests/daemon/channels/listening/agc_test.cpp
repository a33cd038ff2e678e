// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/agc.h"

#include <gtest/gtest.h>

#include "tests/daemon/channels/listening/radio_signals.h"

namespace spectrumd::test {
namespace {

Sound hear_tone(Listener& listener, double level_db, double seconds) {
  const double amplitude = std::pow(10, level_db / 20);
  return side(listen(listener, as_float(ssb_station(1000, seconds, kRate), amplitude)), 1, 0);
}

TEST(Agc, BringsEachLevelToMinus12Db) {
  for (double level_db = -110; level_db <= 0; level_db += 10) {
    Listener listener({.mode = ListenMode::Usb});
    const Sound sound = hear_tone(listener, level_db, 3);
    EXPECT_NEAR(decibels(rms(part(sound, kRate, 2.5, 3))), -12, 1) << level_db;
  }
}

TEST(Agc, NeverExceedsTheFullScale) {
  Listener listener({.mode = ListenMode::Usb});
  hear_tone(listener, -90, 3);
  Sound sound = hear_tone(listener, 0, 1);  // 90 dB more at once
  for (const double value : sound) ASSERT_LE(std::abs(value), 0.981);
  EXPECT_NEAR(decibels(rms(part(sound, kRate, 0.5, 1))), -12, 1);
}

TEST(Agc, HoldsItsGainForHalfASecondAndThenRises) {
  Listener listener({.mode = ListenMode::Usb});
  hear_tone(listener, -20, 2);
  const double loud = listener.status().agc_gain_db;
  hear_tone(listener, -60, 0.4);
  EXPECT_NEAR(listener.status().agc_gain_db, loud, 0.5);
  hear_tone(listener, -60, 1.2);
  const double rising = listener.status().agc_gain_db;
  EXPECT_GT(rising, loud + 10);
  EXPECT_LT(rising, loud + 30);
  hear_tone(listener, -60, 3);
  EXPECT_NEAR(listener.status().agc_gain_db, loud + 40, 1);
}

// Between words the noise must not become as loud as the voice.
TEST(Agc, DoesNotRaiseNoiseToTheFullLevel) {
  Listener listener({.mode = ListenMode::Usb});
  Iq noise(static_cast<std::size_t>(6 * kRate));
  add_noise(noise, 1e-6, 2700, kRate, 1);
  const Sound sound = side(listen(listener, as_float(noise, 1)), 1, 0);
  const double level = decibels(rms(part(sound, kRate, 4, 6)));
  EXPECT_LT(level, -18);
  EXPECT_GT(level, -24);
}

TEST(Agc, GivesWayToAFixedGain) {
  Listener listener({.mode = ListenMode::Usb, .agc = false, .gain_db = 20});
  const Sound sound = hear_tone(listener, -40, 1);
  EXPECT_NEAR(fit_tone(part(sound, kRate, 0.5, 1), kRate, 1000).level_db(), -23, 0.1);
}

TEST(Agc, KeepsTheLevelOfAmInPauses) {
  Listener listener({.mode = ListenMode::Am});
  listen(listener, as_float(am_station(tone(1000), 1, kRate)));
  Iq pause = am_station(tone(0, 0), 4, kRate);
  add_noise(pause, 1e-4, 9000, kRate, 2);
  const Sound sound = side(listen(listener, as_float(pause)), 1, 0);
  EXPECT_LT(decibels(rms(part(sound, kRate, 3, 4))), -30);
}

}  // namespace
}  // namespace spectrumd::test
