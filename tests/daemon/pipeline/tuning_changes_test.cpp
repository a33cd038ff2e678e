// SPDX-License-Identifier: MIT
#include "daemon/pipeline/tuning_changes.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

TEST(TuningChanges, NameWhatChangedAndNothingElse) {
  const Tuning before;
  Tuning tuning = before;
  EXPECT_EQ(changes_of(tuning, before), "");
  tuning.center = Hertz{145e6};
  tuning.gain = Decibels{28};
  EXPECT_EQ(changes_of(tuning, before), "center 145MHz, gain 28 dB");
  EXPECT_EQ(changes_of(before, tuning), "center 100MHz, gain auto");
  Tuning sweep = tuning;
  sweep.span = Span{{88e6}, {108e6}};
  sweep.conversion = {.offset = {125e6}, .invert = true};
  EXPECT_EQ(changes_of(sweep, tuning), "span 88M to 108MHz, offset 125MHz, inverted");
}

}  // namespace
}  // namespace spectrumd
