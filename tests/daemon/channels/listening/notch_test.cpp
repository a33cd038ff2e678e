// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/notch.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "daemon/channels/listening/tone_finder.h"
#include "tests/daemon/channels/listening/radio_signals.h"

namespace spectrumd::test {
namespace {

Sound tone_and_voice(double hertz, double amplitude, double seconds) {
  Sound sound = voice_like(seconds, kRate, 5);
  for (std::size_t i = 0; i < sound.size(); ++i)
    sound[i] = 0.3 * sound[i] + amplitude * std::sin(2 * M_PI * hertz * static_cast<double>(i) / kRate);
  return sound;
}

std::vector<float> as_floats(const Sound& sound) { return {sound.begin(), sound.end()}; }

TEST(NotchBank, TakesAToneOutBy30Decibels) {
  for (const double hertz : {300.0, 1000.0, 2345.6}) {
    NotchBank bank(kRate);
    bank.set(std::array{hertz});
    std::vector<float> sound(48'000);
    for (std::size_t i = 0; i < sound.size(); ++i)
      sound[i] = static_cast<float>(0.5 * std::sin(2 * M_PI * (hertz + 0.5) * static_cast<double>(i) / kRate));
    bank.apply(sound);
    EXPECT_LT(decibels(rms(part(side(sound, 1, 0), kRate, 1, 2))), -9 - 30) << hertz;
  }
}

TEST(NotchBank, LeavesTonesFurtherAwayAsTheyAre) {
  NotchBank bank(kRate);
  bank.set(std::array{1000.0});
  for (const double hertz : {100.0, 700.0, 850.0, 1150.0, 1500.0, 5000.0}) {
    std::vector<float> sound(24'000);
    for (std::size_t i = 0; i < sound.size(); ++i)
      sound[i] = static_cast<float>(0.5 * std::sin(2 * M_PI * hertz * static_cast<double>(i) / kRate));
    bank.apply(sound);
    EXPECT_NEAR(decibels(rms(part(side(sound, 1, 0), kRate, 0.5, 1))), -9.03, 0.2) << hertz;
  }
}

TEST(ToneFinder, FindsToneInVoiceAndNoise) {
  std::mt19937 generator(1);
  std::normal_distribution<float> normal(0, 0.01F);
  for (const double hertz : {317.3, 1000.0, 1234.5, 2610.9}) {
    ToneFinder finder(kRate);
    std::vector<float> sound = as_floats(tone_and_voice(hertz, 0.1, 3));
    for (float& value : sound) value += normal(generator);
    finder.note(sound);
    ASSERT_EQ(finder.tones_hz().size(), 1U) << hertz;
    EXPECT_NEAR(finder.tones_hz()[0], hertz, 0.5);
  }
}

TEST(ToneFinder, FindsNothingInVoiceAlone) {
  ToneFinder finder(kRate);
  const std::vector<float> sound = as_floats(tone_and_voice(0, 0, 20));
  std::mt19937 generator(1);
  std::normal_distribution<float> normal(0, 0.003F);
  for (std::size_t at = 0; at + 480 < sound.size(); at += 480) {
    std::vector<float> block(sound.begin() + static_cast<std::ptrdiff_t>(at),
                             sound.begin() + static_cast<std::ptrdiff_t>(at) + 480);
    for (float& value : block) value += normal(generator);
    finder.note(block);
    ASSERT_TRUE(finder.tones_hz().empty()) << finder.tones_hz()[0] << " Hz at " << at;
  }
}

// AM carries any sound: voice with a whistle.
Iq whistled(double whistle, double seconds) {
  const Sound sound = tone_and_voice(1357, whistle, seconds);
  return am_station(
      [&](double time) { return sound[std::min(static_cast<std::size_t>(time * kRate + 0.5), sound.size() - 1)]; },
      seconds, kRate, 1);
}

TEST(AutomaticNotch, TakesAWhistleOutAndLeavesVoice) {
  const auto heard = [](double whistle, bool notch) {
    Listener listener({.mode = ListenMode::Am, .agc = false, .gain_db = 10, .auto_notch = notch});
    return part(side(listen(listener, as_float(whistled(whistle, 6))), 1, 0), kRate, 3, 5.8);
  };
  const Sound clean = heard(0, false), without = heard(0.1, false), with = heard(0.1, true);
  EXPECT_LT(fit_tone(with, kRate, 1357).level_db(), fit_tone(without, kRate, 1357).level_db() - 30);
  Sound difference = with;
  for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= clean[i];
  EXPECT_LT(decibels(rms(difference)), decibels(rms(clean)) - 14);
}

TEST(AutomaticNotch, IsNotUsedInCw) {
  Listener listener({.mode = ListenMode::Cw, .auto_notch = true});
  const Sound sound = side(listen(listener, as_float(ssb_station(0, 4, kRate))), 1, 0);
  EXPECT_GT(decibels(rms(part(sound, kRate, 3, 4))), -13);
  EXPECT_TRUE(listener.status().notches_hz.empty());
}

}  // namespace
}  // namespace spectrumd::test
