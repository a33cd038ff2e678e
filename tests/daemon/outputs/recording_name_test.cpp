// SPDX-License-Identifier: MIT
#include "daemon/outputs/recording_name.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

TEST(RecordingName, HasTimeAndFrequency) {
  const Time time = std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + 8h + 3min + 49s;
  EXPECT_EQ(recording_name(time, {100.3e6}), "2026-11-21T080349Z_100.3MHz");
  EXPECT_EQ(recording_name(time, {433'920'000.4}), "2026-11-21T080349Z_433.92MHz");
}

}  // namespace
}  // namespace spectrumd
