// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/settings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

namespace spectrumd::test {
namespace {

std::string refusal(const ListenSettings& settings) {
  try {
    check(settings);
  } catch (const ListenError& error) {
    return error.what();
  }
  return "";
}

TEST(ListenMode, HasANameThatIsReadBack) {
  for (const ListenModeFacts& facts : listen_modes()) {
    EXPECT_EQ(listen_mode_named(facts.name), facts.mode);
    EXPECT_EQ(name_of(facts.mode), facts.name);
    EXPECT_EQ(refusal({.mode = facts.mode}), "");
    EXPECT_EQ(refusal({.mode = facts.mode, .pass_band = facts.widest, .pitch_hz = 2000}), "");
  }
  EXPECT_EQ(listen_mode_named("fm"), std::nullopt);
  EXPECT_EQ(listen_mode_named("NFM"), std::nullopt);
}

TEST(ListenSettings, NeedAChannelThatFitsTheMode) {
  for (const ListenModeFacts& facts : listen_modes()) {
    const ListenChannel channel = channel_for({.mode = facts.mode});
    EXPECT_GE(channel.bandwidth, 2 * std::max(-facts.widest.low_hz, facts.widest.high_hz)) << facts.name;
    EXPECT_LE(channel.bandwidth, 0.95 * channel.rate);
    EXPECT_GE(facts.sound_rate, 2 * 10'000U);
  }
}

TEST(ListenSettings, AreRefusedWithTheReason) {
  EXPECT_EQ(refusal({.mode = ListenMode::Usb, .pass_band = PassBand{2850, 150}}),
            "pass band: 2850 to 150 Hz; expected the lower edge first");
  EXPECT_EQ(refusal({.mode = ListenMode::Usb, .pass_band = PassBand{-100, 2500}}),
            "pass band: -100 to 2500 Hz is outside the 0 to 10000 Hz of usb");
  EXPECT_EQ(refusal({.mode = ListenMode::Lsb, .pass_band = PassBand{-200, -150}}),
            "pass band: 50 Hz is too narrow for lsb, which takes at least 100 Hz");
  EXPECT_EQ(refusal({.mode = ListenMode::Am, .pass_band = PassBand{500, 4500}}),
            "pass band: 500 to 4500 Hz leaves out the carrier of am");
  EXPECT_EQ(refusal({.mode = ListenMode::Cw, .pass_band = PassBand{-900, 100}}),
            "pass band: its lower edge of -900 Hz is heard below 0 Hz with a pitch of 650 Hz; raise one of them");
  EXPECT_EQ(refusal({.squelch_db = 3}), "squelch in dBFS: 3 is outside -200 to 0");
  EXPECT_EQ(refusal({.mode = ListenMode::Am, .noise_squelch_db = 10}),
            "noise squelch: only nfm has one, am has a squelch by level");
  EXPECT_EQ(refusal({.deemphasis_us = -1}), "de-emphasis in microseconds: -1 is outside 0 to 1000");
  EXPECT_EQ(refusal({.notches_hz = {20'000}}), "notch in Hz: 20000 is outside 30 to 11970");
  EXPECT_EQ(refusal({.notches_hz = std::vector<double>(9, 1000)}), "notches: at most 8 at once");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(refusal({.pass_band = PassBand{nan, nan}}), "");
  EXPECT_NE(refusal({.gain_db = nan}), "");
}

}  // namespace
}  // namespace spectrumd::test
