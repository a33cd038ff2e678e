// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/ctcss.h"

#include <gtest/gtest.h>

#include "tests/daemon/channels/listening/radio_signals.h"

namespace spectrumd::test {
namespace {

constexpr double kSeconds = 2.5;

// Voice with or without a tone below, in noise.
Iq transmission(std::optional<double> tone_hz, double snr_db, unsigned seed) {
  const Sound voice = voice_like(kSeconds, kRate, seed);
  Iq iq = fm_station(
      [&](double time) {
        const auto at = static_cast<std::size_t>(time * kRate);
        return 2000 * voice[std::min(at, voice.size() - 1)] +
               (tone_hz ? 350 * std::cos(2 * M_PI * *tone_hz * time) : 0);
      },
      kSeconds, kRate, 1);
  add_noise(iq, std::pow(10, -snr_db / 10), 12'500, kRate, seed);
  return iq;
}

TEST(CtcssDetector, IsRightForEachToneUnderVoice) {
  ASSERT_EQ(kCtcssTones.size(), 50U);
  for (std::size_t i = 0; i < kCtcssTones.size(); ++i) {
    Listener listener({.mode = ListenMode::Nfm});
    listen(listener, as_float(transmission(kCtcssTones[i], 12, static_cast<unsigned>(i))));
    EXPECT_EQ(listener.status().ctcss_hz, kCtcssTones[i]);
  }
}

TEST(CtcssDetector, FindsNothingInVoiceAndInNoise) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Listener listener({.mode = ListenMode::Nfm});
    listen(listener, as_float(transmission({}, 12, seed)));
    EXPECT_EQ(listener.status().ctcss_hz, std::nullopt) << seed;
    Iq noise(static_cast<std::size_t>(3 * kRate));
    add_noise(noise, 1, 12'500, kRate, seed);
    listen(listener, as_float(noise));
    EXPECT_EQ(listener.status().ctcss_hz, std::nullopt) << seed;
  }
}

TEST(NarrowFmDemodulator, LeavesTheToneOutOfTheSound) {
  for (const double hertz : {67.0, 254.1}) {
    Listener listener({.mode = ListenMode::Nfm});
    const auto station = fm_station(
        [&](double time) { return 2000 * std::cos(2 * M_PI * 1000 * time) + 400 * std::cos(2 * M_PI * hertz * time); },
        2, kRate, 1);
    const Sound sound = part(side(listen(listener, as_float(station)), 1, 0), kRate, 0.5, 1.9);
    EXPECT_LT(fit_tone(sound, kRate, hertz).level_db(), fit_tone(sound, kRate, 1000).level_db() - 60) << hertz;
  }
}

}  // namespace
}  // namespace spectrumd::test
