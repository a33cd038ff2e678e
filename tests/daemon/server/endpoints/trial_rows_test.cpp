// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/trial_rows.h"

#include <gtest/gtest.h>

#include "tests/daemon/store/store_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kSeconds = 8000, kBins = 600;  // more levels than PastRows reads of a level at once

TEST(TrialRows, AreThoseOfASecondHoweverManyThereAre) {
  const StoreFolder folder;
  const Time begin = *parse_time("2026-11-22T10:00:00Z");
  StoreWorld world(folder.path(), begin, nullptr, kBins);
  world.start();
  world.seconds(kSeconds);
  world.stop();
  const History nothing(1 << 20);
  const StoreReader reader(folder.path());
  TrialRows rows(nothing, &reader, begin, begin + 3h);
  std::size_t count = 0;
  for (RowPtr row = rows.next(); row; row = rows.next()) {
    ASSERT_EQ(row->time, begin + 1s * count);
    ASSERT_EQ(row->duration, 1s);
    ++count;
  }
  EXPECT_EQ(count, kSeconds - 1) << "the last second is not over";
}

TEST(TrialRows, OfMemoryAloneNeedNoDisk) {
  const History nothing(1 << 20);
  TrialRows rows(nothing, nullptr, Time(), Time(1h));
  EXPECT_EQ(rows.next(), nullptr);
}

}  // namespace
}  // namespace spectrumd
