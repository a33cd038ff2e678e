// SPDX-License-Identifier: MIT
#include "daemon/commands/history/history_options.h"

#include <gtest/gtest.h>

#include <sstream>

#include "daemon/commands/history/work_progress.h"
#include "daemon/outputs/local_time.h"
#include "tests/daemon/outputs/time_zone.h"

namespace spectrumd {
namespace {

using namespace std::chrono;

TEST(HistoryOptions, ReadMomentsAsUsersWriteThem) {
  const TimeZone zone(kBerlin);
  const Time now = *parse_time("2026-11-25T14:00:00Z");
  EXPECT_EQ(moment_of("--since", "-2h", now), now - 2h);
  EXPECT_EQ(moment_of("--since", "-7d", now), now - 168h);
  EXPECT_EQ(format_time(moment_of("--since", "2026-11-22", now)), "2026-11-21T23:00:00.000000Z");
  EXPECT_EQ(moment_of("--since", "2026-11-22T08:03:49Z", now), *parse_time("2026-11-22T08:03:49Z"));
  EXPECT_EQ(moment_of("--since", "1000000000", now), Time(1000000000s));
  EXPECT_THROW(moment_of("--since", "yesterday", now), command_line::UsageError);
}

TEST(WorkProgress, IsSilentForTwoSeconds) {
  std::ostringstream terminal, file;
  const auto start = WorkProgress::Clock::now();
  {
    WorkProgress shown(terminal, true, "export", start), logged(file, false, "export", start);
    for (WorkProgress* const progress : {&shown, &logged}) {
      progress->update(1, 4, start + 1900ms);
      progress->update(2, 4, start + 2s);
      progress->update(3, 4, start + 3s);
      progress->update(4, 4, start + 12s);
    }
  }
  EXPECT_EQ(terminal.str(), "\rexport: 50 %\rexport: 75 %\rexport: 100 %\n");
  EXPECT_EQ(file.str(), "export: 50 %\nexport: 100 %\n");
}

}  // namespace
}  // namespace spectrumd
