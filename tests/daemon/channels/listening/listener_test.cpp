// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/listener.h"

#include <gtest/gtest.h>

#include "tests/daemon/channels/listening/radio_signals.h"

namespace spectrumd::test {
namespace {

TEST(Listener, GivesAsMuchSoundAsThereAreSamples) {
  for (const ListenModeFacts& facts : listen_modes()) {
    for (const std::size_t piece : {1U, 479U, 480U, 7777U}) {
      Listener listener({.mode = facts.mode});
      std::vector<std::complex<float>> iq(piece == 1 ? 2000 : 30'000);
      const std::size_t sound = listen(listener, iq, piece).size() / facts.sound_channels;
      const double seconds = static_cast<double>(iq.size()) / facts.channel_rate;
      EXPECT_NEAR(static_cast<double>(sound) / facts.sound_rate, seconds - 0.01, 0.0101) << facts.name;
    }
  }
}

TEST(Listener, DoesNotDependOnHowSamplesAreCut) {
  Iq iq = fm_station(tone(700), 1, kRate, 2000);
  add_noise(iq, 0.1, 12'500, kRate, 1);
  Listener one({.mode = ListenMode::Nfm}), other({.mode = ListenMode::Nfm});
  EXPECT_EQ(listen(one, as_float(iq), 100'000), listen(other, as_float(iq), 123));
}

TEST(Listener, LagsByItsDelay) {
  for (const ListenModeFacts& facts : listen_modes()) {
    Listener listener({.mode = facts.mode, .agc = false});
    const double at = 1.0, rate = facts.channel_rate;
    const bool fm = facts.mode == ListenMode::Nfm || facts.mode == ListenMode::Wfm;
    const bool am = facts.mode == ListenMode::Am || facts.mode == ListenMode::Sam;
    const double heard = facts.mode == ListenMode::Cw ? 650 : 1000;
    const Wave ends = [&](double seconds) { return seconds < at ? tone(1000)(seconds) : 0; };
    Iq iq = fm ? fm_station(ends, 2, rate, 2000) : am ? am_station(ends, 2, rate) : Iq();
    if (iq.empty()) {
      iq = ssb_station(facts.mode == ListenMode::Lsb ? -1000 : facts.mode == ListenMode::Cw ? 0 : 1000, 2, rate);
      std::fill(iq.begin() + static_cast<std::ptrdiff_t>(at * rate), iq.end(), 0);
    }
    const Sound sound = side(listen(listener, as_float(iq)), facts.sound_channels, 0);
    const double before = rms(part(sound, facts.sound_rate, 0.7, 0.9));
    double last = 0;
    for (std::size_t i = 0; i < sound.size(); ++i)
      if (std::abs(sound[i]) > 0.7 * before) last = static_cast<double>(i) / facts.sound_rate;
    EXPECT_NEAR(last, at + listener.delay(), 1.5 / heard + 0.003) << facts.name;
    EXPECT_LT(listener.delay(), 0.1);
  }
}

TEST(Listener, KeepsTheDurationOverGaps) {
  for (const std::uint64_t lost : {1ULL, 100ULL, 480ULL, 12'345ULL, 240'000ULL, 5'000'000ULL}) {
    Listener listener({.mode = ListenMode::Usb, .agc = false});
    const auto iq = as_float(ssb_station(1000, 1, kRate), 0.5);
    std::vector<float> sound;
    listener.take(iq, sound);
    listener.gap(lost);
    listener.take(iq, sound);
    const std::uint64_t samples = lost + 2 * iq.size();
    EXPECT_EQ(sound.size(), samples / 480 * 480) << lost;
  }
}

// Faded, silent over the loss, and there again; nowhere sharper than the tone.
TEST(Listener, FadesAroundAGap) {
  for (const ListenMode mode : {ListenMode::Usb, ListenMode::Nfm, ListenMode::Am}) {
    for (const std::size_t lost : {5U, 2400U, 30'000U}) {
      Listener listener({.mode = mode, .agc = false, .deemphasis_us = 0});
      const Iq station = mode == ListenMode::Usb   ? ssb_station(400, 4, kRate)
                         : mode == ListenMode::Nfm ? fm_station(tone(400), 4, kRate, 2000)
                                                   : am_station(tone(400), 4, kRate, 0.5);
      const auto iq = as_float(station, 0.5);
      std::vector<float> heard = listen(listener, std::span(iq).first(24'100));
      listener.gap(lost);
      const auto after = listen(listener, std::span(iq).subspan(24'100 + lost));
      heard.insert(heard.end(), after.begin(), after.end());
      const Sound sound = side(heard, 1, 0);
      const double steady = sharpest_bend(part(sound, kRate, 0.7, 0.9)), level = rms(part(sound, kRate, 0.7, 0.9));
      const double middle = (24'100 + static_cast<double>(lost) / 2) / kRate + listener.delay();
      EXPECT_LT(sharpest_bend(part(sound, kRate, 0.7, 4)), 2 * steady) << name_of(mode) << " " << lost;
      EXPECT_LT(rms(part(sound, kRate, middle - 0.001, middle + 0.001)), 1e-6) << name_of(mode) << " " << lost;
      const double again = middle + static_cast<double>(lost) / 2 / kRate + 0.05;
      EXPECT_NEAR(rms(part(sound, kRate, again, again + 0.1)), level, 0.05 * level) << name_of(mode) << " " << lost;
    }
  }
}

TEST(Listener, ChangesSettingsWithoutAClick) {
  const std::vector<ListenSettings> changes{
      {.mode = ListenMode::Usb},
      {.mode = ListenMode::Usb, .pass_band = PassBand{200, 2000}},
      {.mode = ListenMode::Usb, .pass_band = PassBand{50, 6000}, .notches_hz = {1500}},
      {.mode = ListenMode::Usb, .auto_notch = true, .notches_hz = {1700}, .noise_reduction_db = 10},
      {.mode = ListenMode::Usb, .agc = false, .gain_db = 10},
      {.mode = ListenMode::Cw, .pass_band = PassBand{-600, 600}},
      {.mode = ListenMode::Cw, .pass_band = PassBand{-600, 600}, .pitch_hz = 700},
      {.mode = ListenMode::Am, .pass_band = PassBand{-3000, 3000}},
      {.mode = ListenMode::Usb}};
  Listener listener(changes.front());
  const auto iq = as_float(ssb_station(400, 1, kRate), 0.1);
  double steady = 0;
  for (const ListenSettings& settings : changes) {
    listener.set(settings);
    const Sound sound = side(listen(listener, iq), 1, 0);
    if (steady == 0) steady = sharpest_bend(part(sound, kRate, 0.8, 1));
    // The pitch moves the tone up to 1100 Hz, whose own bends are larger by the square.
    EXPECT_LT(sharpest_bend(sound), 12 * steady) << name_of(settings.mode) << " " << &settings - changes.data();
    EXPECT_EQ(listener.settings(), settings);
  }
}

TEST(Listener, RefusesBadSettingsAndKeepsItsOwn) {
  Listener listener({.mode = ListenMode::Usb});
  EXPECT_THROW(listener.set({.mode = ListenMode::Usb, .pass_band = PassBand{500, 400}}), ListenError);
  EXPECT_EQ(listener.settings().pass_band, std::nullopt);
  EXPECT_THROW(Listener({.gain_db = 1000}), ListenError);
}

TEST(Listener, BeginsAgainWhenAModeHasAnotherChannel) {
  Listener listener({.mode = ListenMode::Usb});
  listen(listener, as_float(ssb_station(400, 0.5, kRate)));
  listener.set({.mode = ListenMode::Wfm});
  EXPECT_EQ(listener.sound_rate(), 48'000U);
  EXPECT_EQ(listener.sound_channels(), 2U);
  const auto sound = listen(listener, as_float(fm_station(tone(1000), 0.5, 240'000, 40'000)), 5000);
  EXPECT_EQ(sound.size(), 48'000U);
  EXPECT_GT(rms(part(side(sound, 2, 0), 48'000, 0.3, 0.5)), 0.05);
}

TEST(Listener, TakesAnySamples) {
  for (const ListenModeFacts& facts : listen_modes()) {
    Listener listener({.mode = facts.mode, .auto_notch = true, .noise_reduction_db = 15});
    for (const float level : {0.0F, 1e-20F, 1.0F, 100.0F, 0.0F}) {
      Iq iq(static_cast<std::size_t>(facts.channel_rate / 4));
      add_noise(iq, 1, facts.channel_rate, facts.channel_rate, 1);
      for (const float value : listen(listener, as_float(iq, level))) {
        ASSERT_TRUE(std::isfinite(value)) << facts.name << " " << level;
        ASSERT_LE(std::abs(value), 0.981) << facts.name << " " << level;
      }
    }
  }
}

}  // namespace
}  // namespace spectrumd::test
