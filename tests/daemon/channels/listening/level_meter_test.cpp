// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/level_meter.h"

#include <gtest/gtest.h>

#include "tests/daemon/channels/listening/radio_signals.h"

namespace spectrumd::test {
namespace {

TEST(LevelMeter, IsExactToATenthOfADecibelOnATone) {
  for (const ListenModeFacts& facts : listen_modes()) {
    const PassBand band = facts.usual;
    for (const double level_db : {0.0, -3.3, -47.1, -90.0}) {
      for (const double place : {0.15, 0.5, 0.8}) {
        Listener listener({.mode = facts.mode});
        const double hertz = band.low_hz + place * band.width();
        listen(listener, as_float(ssb_station(hertz, 1, facts.channel_rate), std::pow(10, level_db / 20)));
        EXPECT_NEAR(listener.status().level_db, level_db, 0.1) << facts.name << " " << hertz;
      }
    }
  }
}

TEST(LevelMeter, LeavesOutWhatIsOutsideThePassBand) {
  Listener listener({.mode = ListenMode::Usb});
  listen(listener, as_float(ssb_station(3200, 2, 24'000), 1));
  EXPECT_LT(listener.status().level_db, -80);
}

TEST(NoiseFloor, GivesTheRatioOfSignalToNoise) {
  for (const ListenMode mode : {ListenMode::Usb, ListenMode::Am, ListenMode::Cw}) {
    for (const double snr_db : {0.0, 10.0, 30.0}) {
      Iq iq = ssb_station(mode == ListenMode::Usb ? 1000 : 0, 3, 24'000);
      add_noise(iq, std::pow(10, -snr_db / 10), facts_of(mode).usual.width(), 24'000, 3);
      Listener listener({.mode = mode});
      listen(listener, as_float(iq));
      EXPECT_NEAR(listener.status().snr_db.value_or(-99), snr_db, 1.5) << name_of(mode);
    }
  }
}

TEST(NarrowFmDemodulator, GivesTheRatioOfCarrierToNoise) {
  for (const double snr_db : {12.0, 16.0, 20.0, 30.0}) {
    Iq iq = fm_station(tone(1000), 2, 24'000, 2000);
    add_noise(iq, std::pow(10, -snr_db / 10), 12'500, 24'000, 3);
    Listener listener({.mode = ListenMode::Nfm});
    listen(listener, as_float(iq));
    EXPECT_NEAR(listener.status().snr_db.value_or(-99), snr_db, 2);
  }
}

}  // namespace
}  // namespace spectrumd::test
