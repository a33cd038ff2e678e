// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/daemon/channels/listening/radio_signals.h"
#include "tests/daemon/channels/listening/reference.h"

namespace spectrumd::test {
namespace {

constexpr double kNarrow = 24'000;
constexpr std::size_t kTaps = 701;

struct Case {
  ListenMode mode;
  Iq station;
  double tone_hz;  // of the sound
  double power;    // of the station
  std::function<Sound(const Iq&)> reference;
  double from = 0.5;  // seconds, until all is settled
};

// Without AGC and limiter: what the demodulator does, alone.
ListenSettings settings_for(ListenMode mode) { return {.mode = mode, .agc = false, .gain_db = -10}; }

void expect_sinad_of_reference(const Case& one) {
  const ListenSettings settings = settings_for(one.mode);
  const PassBand band = pass_band_of(settings);
  const ListenModeFacts& facts = facts_of(one.mode);
  for (const double snr_db : {-3.0, 0.0, 3.0, 6.0, 10.0, 20.0, 40.0}) {
    SCOPED_TRACE(testing::Message() << facts.name << " at " << snr_db << " dB");
    Iq iq = one.station;
    add_noise(iq, one.power * std::pow(10, -snr_db / 10), band.width(), facts.channel_rate, 7);
    Listener listener(settings);
    const Sound sound = side(listen(listener, as_float(iq)), facts.sound_channels, 0);
    const double end = static_cast<double>(iq.size()) / facts.channel_rate - 0.1;
    const Sound expected = one.reference(iq);
    const double ours =
        fit_tone(part(sound, facts.sound_rate, one.from, end), facts.sound_rate, one.tone_hz).sinad_db();
    const double theirs =
        fit_tone(part(expected, facts.channel_rate, one.from, end), facts.channel_rate, one.tone_hz).sinad_db();
    EXPECT_NEAR(ours, theirs, 1);
    testing::Test::RecordProperty("at " + std::to_string(snr_db),
                                  std::to_string(ours) + " of " + std::to_string(theirs));
  }
}

TEST(EnvelopeDemodulator, HasTheSinadOfTheReference) {
  const double offset = 31;
  expect_sinad_of_reference(
      {.mode = ListenMode::Am,
       .station = am_station(tone(1000), 1.6, kNarrow, 0.8, offset),
       .tone_hz = 1000,
       .power = 1.32,
       .reference = [](const Iq& iq) { return reference_am(band_filter(iq, kNarrow, -4500, 4500, kTaps)); }});
}

TEST(SynchronousDemodulator, HasTheSinadOfTheReference) {
  const double offset = 57;
  expect_sinad_of_reference({.mode = ListenMode::Sam,
                             .station = am_station(tone(1000), 2.5, kNarrow, 0.8, offset),
                             .tone_hz = 1000,
                             .power = 1.32,
                             .reference =
                                 [=](const Iq& iq) {
                                   return reference_synchronous(band_filter(iq, kNarrow, -4500, 4500, kTaps), offset,
                                                                kNarrow);
                                 },
                             .from = 1.2});
}

TEST(SideBandDemodulator, HasTheSinadOfTheReferenceInUsb) {
  expect_sinad_of_reference({.mode = ListenMode::Usb,
                             .station = ssb_station(1000, 1.6, kNarrow),
                             .tone_hz = 1000,
                             .power = 1,
                             .reference = [](const Iq& iq) {
                               return reference_side_band(band_filter(iq, kNarrow, 150, 2850, kTaps), 0, kNarrow);
                             }});
}

TEST(SideBandDemodulator, HasTheSinadOfTheReferenceInLsb) {
  expect_sinad_of_reference({.mode = ListenMode::Lsb,
                             .station = ssb_station(-1000, 1.6, kNarrow),
                             .tone_hz = 1000,
                             .power = 1,
                             .reference = [](const Iq& iq) {
                               return reference_side_band(band_filter(iq, kNarrow, -2850, -150, kTaps), 0, kNarrow);
                             }});
}

TEST(SideBandDemodulator, HasTheSinadOfTheReferenceInCw) {
  expect_sinad_of_reference({.mode = ListenMode::Cw,
                             .station = ssb_station(50, 1.6, kNarrow),
                             .tone_hz = 700,
                             .power = 1,
                             .reference = [](const Iq& iq) {
                               return reference_side_band(band_filter(iq, kNarrow, -250, 250, kTaps), 650, kNarrow);
                             }});
}

TEST(NarrowFmDemodulator, HasTheSinadOfTheReference) {
  expect_sinad_of_reference({.mode = ListenMode::Nfm,
                             .station = fm_station(tone(1000), 1.6, kNarrow, 2500),
                             .tone_hz = 1000,
                             .power = 1,
                             .reference = [](const Iq& iq) {
                               return reference_fm(band_filter(iq, kNarrow, -6250, 6250, kTaps), kNarrow, 530, 330,
                                                   3000, kTaps);
                             }});
}

TEST(WideFmDemodulator, HasTheSinadOfTheReference) {
  const double rate = 240'000;
  expect_sinad_of_reference({.mode = ListenMode::Wfm,
                             .station = fm_station(tone(1000), 0.9, rate, 50'000),
                             .tone_hz = 1000,
                             .power = 1,
                             .reference =
                                 [=](const Iq& iq) {
                                   return reference_fm(band_filter(iq, rate, -100e3, 100e3, 401), rate, 50, -17'000,
                                                       17'000, 241);
                                 },
                             .from = 0.4});
}

TEST(SynchronousDemodulator, LocksToACarrierAndLosesItInNoise) {
  Listener listener({.mode = ListenMode::Sam});
  Iq station = am_station(tone(700), 1.5, kNarrow, 0.8, -412);
  add_noise(station, 0.5, 9000, kNarrow, 3);
  listen(listener, as_float(station));
  EXPECT_EQ(listener.status().carrier_locked, true);
  EXPECT_NEAR(listener.status().carrier_offset_hz, -412, 2);
  Iq noise(48'000);
  add_noise(noise, 0.5, 9000, kNarrow, 4);
  listen(listener, as_float(noise));
  EXPECT_EQ(listener.status().carrier_locked, false);
}

TEST(SideBandDemodulator, LeavesOutTheOtherSideBand) {
  Listener listener({.mode = ListenMode::Usb, .agc = false});
  const auto through = [&](double hertz) {
    const Sound sound = side(listen(listener, as_float(ssb_station(hertz, 1, kNarrow))), 1, 0);
    return decibels(rms(part(sound, kNarrow, 0.5, 1)));
  };
  const double passed = through(1000);
  EXPECT_LT(through(-1000), passed - 80);
  EXPECT_LT(through(-100), passed - 80);
  EXPECT_LT(through(3000), passed - 80);
}

TEST(SideBandDemodulator, PutsACarrierInTheMiddleAtThePitch) {
  for (const double pitch : {400.0, 650.0, 800.0}) {
    Listener listener({.mode = ListenMode::Cw, .agc = false, .pitch_hz = pitch});
    const Sound sound = side(listen(listener, as_float(ssb_station(0, 1, kNarrow))), 1, 0);
    EXPECT_GT(fit_tone(part(sound, kNarrow, 0.5, 1), kNarrow, pitch).sinad_db(), 60) << pitch;
  }
}

}  // namespace
}  // namespace spectrumd::test
