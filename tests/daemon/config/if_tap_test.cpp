// SPDX-License-Identifier: MIT
#include "daemon/config/if_tap.h"

#include <gtest/gtest.h>

#include <array>

namespace spectrumd {
namespace {

TEST(IfTap, HasAFrequencyASideAndARangeOfTheDial) {
  EXPECT_EQ(parse_if_tap("68.33M"), (IfTap{.frequency = {68.33e6}}));
  EXPECT_EQ(parse_if_tap("68.33M-"), (IfTap{.frequency = {68.33e6}, .inverted = true}));
  EXPECT_EQ(parse_if_tap("8.83 MHz@30:60M"), (IfTap{.frequency = {8.83e6}, .dial = Span{{30e6}, {60e6}}}));
  EXPECT_EQ(parse_if_tap("68.33M-@0:30M"),
            (IfTap{.frequency = {68.33e6}, .inverted = true, .dial = Span{{0}, {30e6}}}));
}

TEST(IfTap, SurvivesTheRoundTrip) {
  for (const char* text : {"68.33M", "68.33M-", "10.7M@30M:60M", "68.33M-@0:30M"})
    EXPECT_EQ(to_string(*parse_if_tap(text)), text);
}

TEST(IfTap, RefusesEverythingElse) {
  for (const char* text : {"", "-", "@", "0", "-68.33M", "1000G", "68.33M--", "68.33M@", "68.33M@30M", "68.33M@30M:0",
                           "68.33M@0:30M-", "M", "68.33M+"})
    EXPECT_EQ(parse_if_tap(text), std::nullopt) << text;
}

TEST(IfTap, IsTheFirstThatHoldsForTheDial) {
  const std::array<IfTap, 2> taps{*parse_if_tap("68.33M-@0:30M"), *parse_if_tap("10.7M@30M:60M")};
  EXPECT_EQ(tap_at(taps, {7e6}), taps[0]);
  EXPECT_EQ(tap_at(taps, {30e6}), taps[0]);
  EXPECT_EQ(tap_at(taps, {50e6}), taps[1]);
  EXPECT_EQ(tap_at(taps, {145e6}), std::nullopt);
  EXPECT_EQ(tap_at({}, {7e6}), std::nullopt);
}

}  // namespace
}  // namespace spectrumd
