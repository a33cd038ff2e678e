// SPDX-License-Identifier: MIT
#include "daemon/outputs/history_import.h"

#include <gtest/gtest.h>

#include "daemon/outputs/stored_period.h"
#include "tests/daemon/pipeline/rows.h"
#include "tests/daemon/store/store_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono;

const Time kStart = at_seconds(1.8e9);

// Ten hours of rows of ten seconds, one of them with a carrier.
void import_ten_hours(const std::filesystem::path& folder) {
  HistoryImport import(folder, "test.csv");
  for (int i = 0; i < 3600; ++i) {
    std::vector<Centibel> levels(300, -9000);
    if (i == 1000) levels[280] = -2000;
    auto row = make_row(static_cast<std::uint64_t>(i) + 1, levels, 0, 10);
    row->time = kStart + 10s * i;
    row->flags = kRowImported;
    import.add(row);
  }
  import.finish();
}

std::vector<RowPtr> rows_in(const StoreReader& reader, std::size_t level) {
  StoredPeriod period(reader, level, kStart, kStart + 24h);
  std::vector<RowPtr> rows;
  while (const auto item = period.next()) rows.push_back(item->row);
  EXPECT_EQ(rows.size(), period.count_rows());
  return rows;
}

TEST(HistoryImport, IsReadBackFromTheLevelOfItsRows) {
  const StoreFolder folder;
  import_ten_hours(folder.path());
  const StoreReader reader(folder.path());
  EXPECT_TRUE(rows_in(reader, 0).empty());
  const auto rows = rows_in(reader, *level_named("10s"));
  ASSERT_EQ(rows.size(), 3600U);
  EXPECT_EQ(rows[1000]->time, kStart + 10000s);
  EXPECT_EQ(rows[1000]->levels[1].full()[280], -2000);
  EXPECT_EQ(rows[999]->levels[1].full()[280], -9000);
  EXPECT_TRUE(rows[0]->flags & kRowImported);
}

TEST(HistoryImport, KeepsTheMaximumThroughAllCoarserLevels) {
  const StoreFolder folder;
  import_ten_hours(folder.path());
  const StoreReader reader(folder.path());
  for (const char* const name : {"1min", "10min", "2h"}) {
    std::size_t carriers = 0, rows = 0;
    for (const RowPtr& row : rows_in(reader, *level_named(name))) {
      carriers += row->levels[1].full()[280] == -2000 ? 1U : 0U;
      ++rows;
    }
    EXPECT_EQ(carriers, 1U) << name;
    EXPECT_GT(rows, 4U) << name;
  }
}

TEST(HistoryImport, KeepsLevelsAboveFullScale) {
  const StoreFolder folder;
  HistoryImport import(folder.path(), "loud.csv", 31.5);
  const auto row = make_row(1, {3150, -8000}, 1.8e9, 10);
  row->flags = kRowImported;
  import.add(row);
  import.finish();
  const StoreReader reader(folder.path());
  const auto rows = rows_in(reader, *level_named("10s"));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]->levels[1].full()[0], 3150);
  EXPECT_EQ(rows[0]->levels[1].full()[1], -8000);
  EXPECT_EQ(StoredPeriod(reader, *level_named("10s"), kStart, kStart + 1h).unit(), "dB");
}

TEST(HistoryImport, HasASeparateEpochEachTime) {
  const StoreFolder folder;
  const std::uint32_t first = HistoryImport(folder.path(), "a").epoch();
  EXPECT_GT(HistoryImport(folder.path(), "b").epoch(), first);
}

TEST(HistoryImport, RefusesAFolderThatADaemonWritesTo) {
  const StoreFolder folder;
  const HistoryImport one(folder.path(), "a");
  EXPECT_THROW(HistoryImport(folder.path(), "b"), StoreInUse);
}

TEST(StoredPeriod, ReadsTheFinestLevelThatReachesBackAndIsNotTooLong) {
  const StoreFolder folder;
  import_ten_hours(folder.path());
  const StoreReader reader(folder.path());
  EXPECT_EQ(level_for(reader, kStart, kStart + 10h, 3600), *level_named("10s"));
  EXPECT_EQ(level_for(reader, kStart, kStart + 10h, 3599), *level_named("1min"));
  EXPECT_EQ(level_for(reader, kStart, kStart + 10h, 59), *level_named("2h"));
}

TEST(StoredPeriod, GivesRowsOfThePeriodAlone) {
  const StoreFolder folder;
  import_ten_hours(folder.path());
  const StoreReader reader(folder.path());
  StoredPeriod period(reader, *level_named("10s"), kStart + 95s, kStart + 120s);
  ASSERT_EQ(period.count_rows(), 2U);
  EXPECT_EQ(period.next()->row->time, kStart + 100s);
  EXPECT_EQ(period.next()->row->time, kStart + 110s);
  EXPECT_FALSE(period.next());
}

}  // namespace
}  // namespace spectrumd
