// SPDX-License-Identifier: MIT
#include "daemon/sources/slot.h"

#include <gtest/gtest.h>

#include <thread>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

TEST(Slot, KeepsTheNewestOnly) {
  Slot<int> slot;
  slot.put(1);
  slot.put(2);
  EXPECT_EQ(slot.take(), 2);
  EXPECT_EQ(slot.take(), std::nullopt);
}

TEST(Slot, WaitingEndsWithWhatIsPutMeanwhile) {
  Slot<int> slot;
  const std::jthread other([&slot] { slot.put(7); });
  EXPECT_EQ(slot.wait(60s), 7);
}

TEST(Slot, ConvertsWhatIsTaken) {
  Slot<int> slot;
  slot.put(1);
  slot.convert([](int value) { return value + 10; });
  EXPECT_EQ(slot.take(), 11);
  slot.put(2);
  EXPECT_EQ(slot.wait(60s), 12);
  EXPECT_EQ(slot.take(), std::nullopt);
}

TEST(Slot, WaitingForNothingEnds) { EXPECT_EQ(Slot<int>().wait(1ms), std::nullopt); }

}  // namespace
}  // namespace spectrumd
