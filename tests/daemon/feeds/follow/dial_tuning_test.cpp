// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/dial_tuning.h"

#include <gtest/gtest.h>

#include <vector>

#include "daemon/sources/conversion.h"

namespace spectrumd {
namespace {

const Tuning kTuning{.center = {100e6}, .rate = {2.4e6}};

TEST(DialTuning, StaysWhileTheDialIsInTheBand) {
  for (const double dial : {98.95e6, 100e6, 101.05e6}) EXPECT_EQ(tuning_at({dial}, kTuning, {}), kTuning) << dial;
}

TEST(DialTuning, MovesToADialThatLeavesTheBand) {
  Tuning moved = kTuning;
  moved.center = {14.074e6};
  EXPECT_EQ(tuning_at({14.074e6}, kTuning, {}), moved);
  Tuning swept = kTuning;
  swept.span = Span{{88e6}, {108e6}};
  EXPECT_EQ(tuning_at({90e6}, swept, {}), swept);
  EXPECT_EQ(tuning_at({14.074e6}, swept, {}), moved) << "the dial is not in the span";
}

TEST(DialTuning, KeepsTheRadioAtTheIf) {
  const std::vector<IfTap> taps{{.frequency = {68.33e6}, .inverted = false, .dial = Span{{0}, {30e6}}},
                                {.frequency = {44.85e6}, .inverted = true, .dial = {}}};
  for (const double dial : {7.1e6, 14.074e6}) {
    const auto tuning = tuning_at({dial}, kTuning, taps);
    ASSERT_TRUE(tuning);
    EXPECT_EQ(tuning->center, Hertz{dial});
    EXPECT_EQ(at_device(*tuning).center, Hertz{68.33e6});
    EXPECT_EQ(at_antenna(Hertz{68.331e6}, tuning->conversion), Hertz{dial + 1000});
  }
  const auto inverted = tuning_at({50.1e6}, kTuning, taps);
  ASSERT_TRUE(inverted);
  EXPECT_EQ(at_device(*inverted).center, Hertz{44.85e6});
  EXPECT_EQ(at_antenna(Hertz{44.851e6}, inverted->conversion), Hertz{50.099e6}) << "higher is lower there";
}

TEST(DialTuning, LeavesTheRadioAtTheIfInCwAndMovesTheDial) {
  const std::vector<IfTap> taps{{.frequency = {68.33e6}, .inverted = false, .dial = Span{{0}, {30e6}}},
                                {.frequency = {44.85e6}, .inverted = true, .dial = {}}};
  for (const double pitch : {600.0, -600.0}) {
    const auto tuning = tuning_at({7.03e6}, kTuning, taps, {pitch});
    ASSERT_TRUE(tuning);
    EXPECT_EQ(at_device(*tuning).center, Hertz{68.33e6});
    EXPECT_EQ(at_antenna(Hertz{68.33e6 + pitch}, tuning->conversion), Hertz{7.03e6});
    const auto inverted = tuning_at({50.1e6}, kTuning, taps, {pitch});
    ASSERT_TRUE(inverted);
    EXPECT_EQ(at_device(*inverted).center, Hertz{44.85e6});
    EXPECT_EQ(at_antenna(Hertz{44.85e6 - pitch}, inverted->conversion), Hertz{50.1e6});
  }
  const auto at_antenna = tuning_at({14.05e6}, kTuning, {}, {600});
  ASSERT_TRUE(at_antenna);
  EXPECT_EQ(at_antenna->center, Hertz{14.05e6}) << "there the dial is the carrier";
}

TEST(DialTuning, KnowsThePitchOfEachMode) {
  for (const char* mode : {"CW", "CWN", "CW-U", "CW-N", "CWU"}) EXPECT_EQ(pitch_of(mode, {600}), Hertz{600}) << mode;
  for (const char* mode : {"CWR", "CW-R", "CW-L", "CWL"}) EXPECT_EQ(pitch_of(mode, {600}), Hertz{-600}) << mode;
  for (const char* mode : {"USB", "LSB", "FM", "PKTUSB", ""}) EXPECT_EQ(pitch_of(mode, {600}), Hertz{0}) << mode;
}

TEST(DialTuning, HasNoneWhereNoTapHolds) {
  const std::vector<IfTap> taps{{.frequency = {68.33e6}, .inverted = false, .dial = Span{{0}, {30e6}}}};
  EXPECT_EQ(tuning_at({50e6}, kTuning, taps), std::nullopt);
}

}  // namespace
}  // namespace spectrumd
