// SPDX-License-Identifier: MIT
#include "qpu/firmware/personality.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "mailbox/board_facts.h"
#include "qpu/emulator/board_timing.h"

namespace qpu {
namespace {

TEST(Personality, AgreesWithTheFactsOfItsRevision) {
  for (const Personality& board : personalities()) {
    SCOPED_TRACE(board.name);
    EXPECT_EQ(mailbox::board_facts(board.revision).peripherals.value, board.peripherals);
    EXPECT_EQ(mailbox::board_facts(board.revision).memory_megabytes, board.ram_bytes >> 20);
    EXPECT_EQ(board_timing(board.name).name, board.name);
  }
  EXPECT_EQ(personalities().size(), board_timings().size());
}

TEST(Personality, SplitsTheMemoryAtTheTop) {
  const MemorySplit split = memory_split(personality("pi1"), 64);
  EXPECT_EQ(split.arm_bytes, 0x1C00'0000u);
  EXPECT_EQ(split.video_core_base, 0x1C00'0000u);
  EXPECT_EQ(split.video_core_bytes, 0x0400'0000u);
}

TEST(Personality, KeepsProgramsOutOfWhatThePeripheralsHide) {
  const MemorySplit split = memory_split(personality("pi3"), 64);
  EXPECT_LE(split.video_core_base + split.heap_bytes, 0x3F00'0000u);
  EXPECT_GT(split.heap_bytes, 32u << 20);
  EXPECT_EQ(memory_split(personality("pi3"), 16).heap_bytes, 0u);
}

TEST(Personality, RefusesWhatThereIsNot) {
  EXPECT_THROW(personality("pi4"), std::invalid_argument);
  EXPECT_THROW(memory_split(personality("pi1"), 500), std::invalid_argument);
  EXPECT_THROW(memory_split(personality("pi1"), 8), std::invalid_argument);
}

}  // namespace
}  // namespace qpu
