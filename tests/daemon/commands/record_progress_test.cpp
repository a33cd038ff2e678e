// SPDX-License-Identifier: MIT
#include "daemon/commands/record_progress.h"

#include <gtest/gtest.h>

#include <sstream>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr double kRate = 2.4e6;

TEST(RecordProgress, SaysHowLongHowLargeAndWhatIsLost) {
  RecordingProgress progress{.samples = 28'800'000};
  EXPECT_EQ(progress_text(progress, kRate, 2), "12.0 s, 57.6 MB, nothing lost");
  progress.lost = 2'510'592;
  progress.gaps = 2;
  EXPECT_EQ(progress_text(progress, kRate, 2), "12.0 s, 57.6 MB, 1.05 s lost in 2 gaps");
  progress = {.reason = "the disk is full", .samples = 2'400'000, .lost = 12'000, .gaps = 1};
  EXPECT_EQ(progress_text(progress, kRate, 4), "1.0 s, 9.6 MB, 5 ms lost in 1 gap, the disk is full");
}

TEST(RecordProgress, StaysOnOneLineAndChangesOnceASecond) {
  std::ostringstream terminal;
  const ProgressLine::Clock::time_point start(1h);
  {
    ProgressLine line(terminal, kRate, 2);
    line.update({.samples = 2'400'000}, start);
    line.update({.samples = 4'000'000}, start + 900ms);
    line.update({.samples = 4'800'000}, start + 1s);
  }
  EXPECT_EQ(terminal.str(), "\r1.0 s, 4.8 MB, nothing lost\x1b[K\r2.0 s, 9.6 MB, nothing lost\x1b[K\n");
  terminal.str("");
  { const ProgressLine unused(terminal, kRate, 2); }
  EXPECT_EQ(terminal.str(), "");
}

}  // namespace
}  // namespace spectrumd
