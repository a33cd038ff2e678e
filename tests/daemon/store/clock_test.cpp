// SPDX-License-Identifier: MIT
// Rows belong where they were made, whatever the clock does.
#include <gtest/gtest.h>

#include <fstream>

#include "daemon/store/level_folder.h"
#include "tests/daemon/store/store_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

std::vector<std::string> files_of(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const StoredFile& file : stored_files(folder)) names.push_back(file.name());
  return names;
}

void expect_steps(const std::vector<RowPtr>& rows, std::size_t first, std::size_t last) {
  for (std::size_t i = first + 1; i < last; ++i) ASSERT_EQ(rows[i]->time - rows[i - 1]->time, 1s) << i;
}

TEST(StoreClock, AStepForwardLeavesAHole) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), *parse_time("2026-11-22T10:00:00Z"));
  world.start();
  world.seconds(100);
  world.step_clock(1h);
  world.seconds(101);
  world.stop();
  const auto rows = stored_rows(StoreReader(folder.path()), 0).rows;
  ASSERT_EQ(rows.size(), 200U);
  EXPECT_EQ(rows[100]->time - rows[99]->time, 1h + 1s);
  EXPECT_LT(rows[99]->epoch, rows[100]->epoch);
  expect_steps(rows, 0, 100);
  expect_steps(rows, 100, 200);
}

TEST(StoreClock, AStepBackKeepsBothInTheOrderInWhichTheyWereMade) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), *parse_time("2026-11-22T00:30:00Z"));
  world.start();
  world.seconds(100);
  world.step_clock(-1h);  // into the file of the day before
  world.seconds(101);
  world.stop();
  EXPECT_EQ(files_of(folder.path() / "1s"), (std::vector<std::string>{"2026-11-21.db", "2026-11-22.db"}));
  const auto rows = stored_rows(StoreReader(folder.path()), 0).rows;
  ASSERT_EQ(rows.size(), 200U);
  EXPECT_EQ(rows[100]->time - rows[99]->time, -1h + 1s);
  expect_steps(rows, 0, 100);
  expect_steps(rows, 100, 200);
}

// A reporter may look between the file and its table.
TEST(StoreClock, AFileThatIsOnlyBegunHasNoEpochs) {
  const StoreFolder folder;
  const Database begun(folder.path() / "epochs.db");
  EXPECT_TRUE(stored_epochs(folder.path()).empty());
}

// Files and rows are in UTC, so an hour that local time repeats or leaves out is like any other.
TEST(StoreClock, SummerTimeChangesNothing) {
  for (const char* change : {"2026-03-29T00:55:00Z", "2026-10-25T00:55:00Z"}) {
    const StoreFolder folder;
    StoreWorld world(folder.path(), *parse_time(change));
    world.start();
    world.seconds(601);
    world.stop();
    const auto rows = stored_rows(StoreReader(folder.path()), 0).rows;
    ASSERT_EQ(rows.size(), 600U);
    expect_steps(rows, 0, rows.size());
    EXPECT_EQ(files_of(folder.path() / "1s").size(), 1U);
  }
}

TEST(StoreClock, ALeapDayHasItsFile) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), *parse_time("2028-02-28T23:58:00Z"));
  world.start();
  world.seconds(241);
  world.stop();
  EXPECT_EQ(files_of(folder.path() / "1s"), (std::vector<std::string>{"2028-02-28.db", "2028-02-29.db"}));
  const auto rows = stored_rows(StoreReader(folder.path()), 0).rows;
  ASSERT_EQ(rows.size(), 240U);
  expect_steps(rows, 0, rows.size());
  EXPECT_EQ(period_of(kLevelTable[0], *parse_time("2028-02-29T23:59:59.999Z")), "2028-02-29");
  EXPECT_EQ(period_of(kLevelTable[0], *parse_time("2028-03-01T00:00:00Z")), "2028-03-01");
  EXPECT_EQ(period_of(kLevelTable[2], *parse_time("2028-02-29T23:59:59.999Z")), "2028-02");
}

// A Pi has no clock that runs without power: it begins where it was switched off, or in 1970.
TEST(StoreClock, RowsFromBeforeTheTimeWasKnownMoveToWhereTheyBelong) {
  for (const char* wrong : {"1970-01-01T00:00:20Z", "2026-11-20T10:00:00Z"}) {
    const StoreFolder folder;
    StoreWorld world(folder.path(), *parse_time(wrong));
    const Time right = *parse_time("2026-11-22T10:00:00Z");
    world.synchronized = false;
    world.start();
    world.seconds(100);
    world.step_clock(right - world.now);
    world.synchronized = true;
    world.seconds(101);
    world.stop();
    const StoreReader reader(folder.path());
    const StoredRows stored = stored_rows(reader, 0, right - 1h, right + 1h);
    ASSERT_EQ(stored.rows.size(), 200U) << wrong;
    expect_steps(stored.rows, 0, 200);
    EXPECT_EQ(stored.rows[0]->time, right - 100s);
    EXPECT_EQ(stored.wrong_levels, 0U);
    EXPECT_TRUE(stored.rows[0]->flags & kRowUnsynchronized);
    EXPECT_FALSE(stored.rows[150]->flags & kRowUnsynchronized);
    EXPECT_TRUE(reader.frames(0, *parse_time(wrong), *parse_time(wrong) + 100s).empty()) << "where the clock put them";
  }
}

// Rows of a hundred seconds from before the clock was set, by a run that has ended.
struct RunWithoutClock {
  RunWithoutClock() {
    world.synchronized = false;
    world.start();
    world.seconds(101);
    world.stop();
  }
  void set_clock() {
    world.step_clock(right - world.now);
    world.synchronized = true;
  }
  std::size_t rows_where_they_belong() {
    world.seconds(101);
    world.stop();
    return stored_rows(StoreReader(folder.path()), 0, right - 1h, right + 1h).rows.size();
  }

  const StoreFolder folder;
  StoreWorld world{folder.path(), *parse_time("2026-11-20T10:00:00Z")};
  const Time right = *parse_time("2026-11-22T10:00:00Z");
};

TEST(StoreClock, ALaterRunOfTheSameBootMovesThem) {
  RunWithoutClock before;
  before.world.start();
  before.world.seconds(50);
  before.set_clock();
  EXPECT_EQ(before.rows_where_they_belong(), 100U + 50 + 100);
}

TEST(StoreClock, ALaterRunThatKnowsTheTimeFromTheStartMovesThem) {
  RunWithoutClock before;
  before.set_clock();
  before.world.start();
  EXPECT_EQ(before.rows_where_they_belong(), 100U + 100);
}

TEST(StoreClock, BeginsOtherEpochsWhereThoseAreDamaged) {
  RunWithoutClock before;
  const std::filesystem::path epochs = before.folder.path() / "epochs.db";
  ASSERT_GT(std::filesystem::file_size(epochs), 4096U);
  std::fstream(epochs, std::ios::in | std::ios::out | std::ios::binary)
      .seekp(4096)
      .write(std::string(4096, 'x').data(), 4096);
  before.set_clock();
  before.world.start();
  EXPECT_EQ(before.rows_where_they_belong(), 100U) << "those of the new run are stored";
}

TEST(StoreClock, ARunOfAnotherBootLeavesThemWhereTheyAre) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), *parse_time("2026-11-20T10:00:00Z"));
  world.synchronized = false;
  world.start();
  world.seconds(101);
  world.stop();
  world.boot = "another";
  world.now = *parse_time("2026-11-22T10:00:00Z");
  world.synchronized = true;
  world.start();
  world.seconds(101);
  world.stop();
  EXPECT_EQ(stored_rows(StoreReader(folder.path()), 0, *parse_time("2026-11-20T10:00:00Z"),
                        *parse_time("2026-11-20T11:00:00Z"))
                .rows.size(),
            100U);
}

// In the order of making, over two files, whatever the clock said.
TEST(StoreClock, FramesAreListedAsTheyWereMade) {
  constexpr FrameKey kFirst{-1, -1}, kLast{1'000'000, 0};
  const StoreFolder folder;
  StoreWorld world(folder.path(), *parse_time("2026-11-22T00:30:00Z"));
  world.start();
  world.seconds(600);
  world.step_clock(-1h);
  world.seconds(600);
  world.step_clock(2h);
  world.seconds(600);
  const auto frames = world.reader().made_between(0, kFirst, kLast, 1000);
  ASSERT_GE(frames.size(), 28U);
  for (std::size_t i = 1; i < frames.size(); ++i) EXPECT_LT(frames[i - 1].key(), frames[i].key()) << i;
  EXPECT_LT(frames.back().epoch, 4U);
  EXPECT_EQ(world.reader().count_made_between(0, kFirst, kLast), frames.size());
  const auto newest = world.reader().made_between(0, frames[3].key(), frames[20].key(), 5);
  ASSERT_EQ(newest.size(), 5U) << "without those at the edges";
  EXPECT_EQ(newest.front().key(), frames[15].key());
  EXPECT_EQ(newest.back().key(), frames[19].key());
  const std::size_t before = frames.size();
  world.seconds(120);
  EXPECT_GT(world.reader().count_made_between(0, kFirst, kLast), before) << "a file that grows is read again";
  const auto encoded = world.reader().encoded(0, frames[0]);
  ASSERT_TRUE(encoded);
  EXPECT_EQ(encoded->parts.size(), 3U) << "facts, mean and maximum";
}

TEST(StoreClock, ARestartBeginsAnEpoch) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), *parse_time("2026-11-22T10:00:00Z"));
  for (int run = 0; run < 3; ++run) {
    world.start();
    world.seconds(11);
    world.stop();
  }
  std::filesystem::remove(folder.path() / "epochs.db");  // the files have the numbers as well
  world.start();
  world.seconds(11);
  world.stop();
  const auto rows = stored_rows(StoreReader(folder.path()), 0).rows;
  ASSERT_EQ(rows.size(), 40U);
  for (std::size_t run = 1; run < 4; ++run) EXPECT_EQ(rows[10 * run]->epoch, rows[10 * run - 1]->epoch + 1);
}

}  // namespace
}  // namespace spectrumd
