// SPDX-License-Identifier: MIT
#include "qpu/firmware/scripted_faults.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace qpu {
namespace {

TEST(ScriptedFaults, StrikeFromTheFirstTimeOn) {
  ScriptedFaults faults;
  faults.add("no-memory");
  EXPECT_TRUE(faults.strikes(Trouble::NoMemory));
  EXPECT_TRUE(faults.strikes(Trouble::NoMemory));
  EXPECT_FALSE(faults.strikes(Trouble::Hang));
}

TEST(ScriptedFaults, LetSomePassFirst) {
  ScriptedFaults faults;
  faults.add("time-out:after=2");
  EXPECT_FALSE(faults.strikes(Trouble::TimeOut));
  EXPECT_FALSE(faults.strikes(Trouble::TimeOut));
  EXPECT_TRUE(faults.strikes(Trouble::TimeOut));
}

TEST(ScriptedFaults, RefuseWhatTheyDoNotKnow) {
  ScriptedFaults faults;
  for (const char* text : {"", "fire", "no-memory:after=", "no-memory:after=x", "no-memory:after=-1", "no-memory:2"})
    EXPECT_THROW(faults.add(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace qpu
