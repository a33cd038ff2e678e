// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/squelch.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/daemon/channels/listening/radio_signals.h"

namespace spectrumd::test {
namespace {

TEST(Squelch, ClosesThreeDecibelsBelowWhereItOpens) {
  Squelch squelch;
  squelch.set(-50, {});
  const auto after = [&](double level_db) {
    bool open = false;
    for (int block = 0; block < 20; ++block) open = squelch.update(level_db, {});
    return open;
  };
  EXPECT_FALSE(after(-50.1));
  EXPECT_TRUE(after(-49.9));
  EXPECT_TRUE(after(-52.9));
  EXPECT_FALSE(after(-53.1));
  EXPECT_FALSE(after(-50.1));
}

TEST(Squelch, StaysOpenForATenthOfASecond) {
  Squelch squelch;
  squelch.set(-50, {});
  squelch.update(-40, {});
  for (int block = 0; block < 4; ++block) EXPECT_TRUE(squelch.update(-90, {}));
  EXPECT_FALSE(squelch.update(-90, {}));
}

TEST(Squelch, NeedsBothWhereBothAreSet) {
  Squelch squelch;
  squelch.set(-50, 10);
  EXPECT_FALSE(squelch.update(-40, 5));
  EXPECT_FALSE(squelch.update(-60, 15));
  EXPECT_FALSE(squelch.update(-40, {}));
  EXPECT_TRUE(squelch.update(-40, 15));
}

// A carrier that appears and disappears within 30 ms: the edges of the sound are no sharper than the tone itself.
TEST(Squelch, OpensAndClosesWithoutAClick) {
  for (const double pause_amplitude : {0.0, 0.02}) {
    Listener listener({.mode = ListenMode::Usb, .squelch_db = -30, .agc = false});
    Iq iq = ssb_station(400, 1.5, kRate);
    for (std::size_t i = 0; i < iq.size(); ++i) {
      const double inside = 0.25 - std::abs(static_cast<double>(i) / kRate - 0.75);  // seconds
      const double part = 0.5 - 0.5 * std::cos(M_PI * std::clamp(inside / 0.03, 0.0, 1.0));
      iq[i] *= pause_amplitude + (1 - pause_amplitude) * part;
    }
    const Sound sound = side(listen(listener, as_float(iq, 0.5)), 1, 0);
    const double steady = sharpest_bend(part(sound, kRate, 0.8, 0.9));
    EXPECT_GT(steady, 0.004);
    EXPECT_EQ(rms(part(sound, kRate, 0, 0.4)), 0);
    EXPECT_EQ(rms(part(sound, kRate, 1.3, 1.5)), 0);
    EXPECT_LT(sharpest_bend(sound), 1.5 * steady);
  }
}

TEST(Squelch, OpensByTheNoiseOfAnFmSignal) {
  Listener listener({.mode = ListenMode::Nfm, .noise_squelch_db = 9});
  Iq noise(static_cast<std::size_t>(2 * kRate));
  add_noise(noise, 1, 12'500, kRate, 1);
  const auto silent = listen(listener, as_float(noise));
  EXPECT_FALSE(listener.status().squelch_open) << listener.status().snr_db.value_or(-99);
  EXPECT_EQ(rms(side(silent, 1, 0)), 0);
  Iq station = fm_station([](double time) { return std::sin(2 * M_PI * 700 * time); }, 1, kRate, 2500);
  add_noise(station, std::pow(10, -1.4), 12'500, kRate, 2);
  listen(listener, as_float(station, 0.001));  // a weaker signal than the noise was
  EXPECT_TRUE(listener.status().squelch_open);
  listen(listener, as_float(noise));
  EXPECT_FALSE(listener.status().squelch_open);
}

TEST(Squelch, StaysOpenUnderLoudModulation) {
  Listener listener({.mode = ListenMode::Nfm, .noise_squelch_db = 9});
  const Sound voice = voice_like(4, kRate, 3);
  Iq station =
      fm_station([&](double time) { return voice[std::min(static_cast<std::size_t>(time * kRate), voice.size() - 1)]; },
                 4, kRate, 3500);
  add_noise(station, std::pow(10, -2), 12'500, kRate, 2);
  const auto iq = as_float(station);
  listen(listener, std::span(iq).first(12'000));
  for (std::size_t at = 12'000; at + 480 <= iq.size(); at += 480) {
    listen(listener, std::span(iq).subspan(at, 480));
    ASSERT_TRUE(listener.status().squelch_open) << at;
  }
}

}  // namespace
}  // namespace spectrumd::test
