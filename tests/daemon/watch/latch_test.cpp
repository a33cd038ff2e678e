// SPDX-License-Identifier: MIT
#include "daemon/watch/latch.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

// Rows of a tenth of a second: 1 on, 0 off, ? unknown. The turns: b begins, e ends, . stays.
std::string turns(Latch& latch, std::string_view rows, double start = 0) {
  std::string result;
  for (const char row : rows) {
    const Seen seen = row == '1' ? Seen::On : row == '0' ? Seen::Off : Seen::Unknown;
    const auto turn = latch.observe(seen, at_seconds(start), 0.1);
    result += turn == Latch::Turn::Begins ? 'b' : turn == Latch::Turn::Ends ? 'e' : '.';
    start += 0.1;
  }
  return result;
}

TEST(Latch, BeginsAtOnceIfNothingHasToLast) {
  Latch latch({.least = 0, .gone = 0.3});
  EXPECT_EQ(turns(latch, "0100000"), ".b..e..");
}

TEST(Latch, WaitsForTheLeastDuration) {
  Latch latch({.least = 0.5, .gone = 0.3, .duty = 0.5});
  EXPECT_EQ(turns(latch, "11110001111100"), "...........b..");
  EXPECT_EQ(latch.begin(), at_seconds(0.7)) << "that of the candidate, not of the decision";
}

TEST(Latch, BridgesPausesThatAreShorterThanGone) {
  Latch latch({.least = 0.2, .gone = 0.3, .duty = 0});
  EXPECT_EQ(turns(latch, "110010010001"), ".b........e.");
  EXPECT_EQ(latch.idle(), false) << "the last row begins a candidate";
}

TEST(Latch, KnowsTheDutyUpToTheLastRowThatShowedIt) {
  Latch latch({.least = 0, .gone = 1});
  turns(latch, "1001000");
  EXPECT_NEAR(latch.duty(), 0.5, 1e-9);
  EXPECT_NEAR(std::chrono::duration<double>(latch.last_on() - at_seconds(0)).count(), 0.4, 1e-6);
}

TEST(Latch, LeavesOutWhatIsOnTooRarely) {
  Latch latch({.least = 1, .gone = 5, .duty = 0.5});
  std::string pulses;
  for (int i = 0; i < 20; ++i) pulses += "1000000000";
  EXPECT_EQ(turns(latch, pulses).find('b'), std::string::npos);
}

TEST(Latch, FindsWhatStaysAfterRarePulses) {
  Latch latch({.least = 1, .gone = 5, .duty = 0.9});
  std::string rows = "10000000001000000000100000000011111111111111111111";
  EXPECT_EQ(turns(latch, rows).find('b'), 39) << "a second after it stays, as if there had been no pulses";
}

TEST(Latch, FindsRarePulsesIfTheyAreAskedFor) {
  Latch latch({.least = 1, .gone = 5, .duty = 0.05});
  EXPECT_EQ(turns(latch, "1000000000100"), "..........b..");
}

TEST(Latch, DoesNotCountTimeThatIsUnknown) {
  Latch latch({.least = 0.3, .gone = 0.3, .duty = 1});
  EXPECT_EQ(turns(latch, "1??1?1"), ".....b");
  EXPECT_EQ(turns(latch, "00????????0", 0.6), "..........e");
}

}  // namespace
}  // namespace spectrumd
