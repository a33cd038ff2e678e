// SPDX-License-Identifier: MIT
#include "daemon/store/store_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "daemon/store/level_file.h"
#include "tests/daemon/store/store_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

Time at(const char* text) { return *parse_time(text); }

constexpr std::size_t kDay = 24 * 3600;

TEST(StoreWriter, WritesEachRowOfASecondOnceAndAsItWas) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), at("2026-11-22T10:00:00Z"));
  world.start();
  world.seconds(1000);
  world.stop();
  const StoreReader reader(folder.path());
  const StoredRows stored = stored_rows(reader, 0);
  ASSERT_EQ(stored.rows.size(), 999U) << "the last second is not over";
  for (std::size_t i = 0; i < stored.rows.size(); ++i) {
    EXPECT_EQ(stored.rows[i]->time, at("2026-11-22T10:00:00Z") + 1s * i);
    EXPECT_EQ(stored.rows[i]->duration, 1s);
    EXPECT_EQ(stored.rows[i]->sequence, i + 1);
    EXPECT_EQ(stored.rows[i]->ffts, 500U);
  }
  EXPECT_EQ(stored.wrong_levels, 0U);
  EXPECT_EQ(stored.missing_levels, 0U);
}

TEST(StoreWriter, LeavesARowInMemoryNoLongerThanTheFlush) {
  for (const auto flush : {10s, 45s, 60s, 90s, 300s}) {
    SCOPED_TRACE(flush.count());
    const StoreFolder folder;
    StoreWorld world(folder.path(), at("2026-11-22T10:00:00Z"));
    world.plan.flush = flush;
    world.start();
    for (int i = 0; i < 1000; ++i) {
      world.second();
      if (const auto waiting = world.writer()->level(0).waiting_since()) {
        const auto newest = world.reader().newest(0);
        const Time safe = newest ? newest->end() : at("2026-11-22T10:00:00Z");
        ASSERT_LE(world.now - safe, flush + 2s);
      }
    }
    EXPECT_LE(world.writes, 2000 / static_cast<std::size_t>(flush.count()) + 1);
    world.kill();
  }
}

TEST(StoreWriter, LeavesNoLogBehindThoughAReaderHasTheFileOpen) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), at("2026-11-22T10:00:00Z"), nullptr, 16);
  world.start();
  world.seconds(200);
  const StoreReader reader(folder.path());
  EXPECT_FALSE(stored_rows(reader, 0).rows.empty());
  world.stop();
  const auto log = folder.path() / "1s/2026-11-22.db-wal";
  EXPECT_TRUE(!std::filesystem::exists(log) || std::filesystem::file_size(log) == 0);
  EXPECT_EQ(stored_rows(reader, 0).rows.size(), 199U);
}

TEST(StoreWriter, PutsADayAndAMonthIntoAFile) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), at("2026-11-30T23:00:00Z"), nullptr, 16);
  world.start();
  world.seconds(7200);
  world.stop();
  const auto names = [&](std::string_view level) {
    std::vector<std::string> found;
    for (const StoredFile& file : stored_files(folder.path() / level)) found.push_back(file.name());
    return found;
  };
  EXPECT_EQ(names("1s"), (std::vector<std::string>{"2026-11-30.db", "2026-12-01.db"}));
  EXPECT_EQ(names("10s"), (std::vector<std::string>{"2026-11-30.db", "2026-12-01.db"}));
  EXPECT_EQ(names("1min"), (std::vector<std::string>{"2026-11.db", "2026-12.db"}));
  EXPECT_EQ(names("10min"), (std::vector<std::string>{"2026-11.db", "2026-12.db"}));
  LevelFile first(folder.path() / "1s/2026-11-30.db", LevelFile::For::Reading);
  const auto last = first.last_frame();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->end(), at("2026-12-01T00:00:00Z"));
}

TEST(StoreWriter, BeginsAFrameWithARetuneAndSaysSo) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), at("2026-11-22T10:00:00Z"));
  world.start();
  world.seconds(30);
  world.retune();
  world.seconds(30);
  world.stop();
  const auto frames = StoreReader(folder.path()).frames(0, Time(), at("2030-01-01T00:00:00Z"));
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].generation, 1U);
  EXPECT_EQ(frames[0].rows, 30U);
  EXPECT_EQ(frames[1].generation, 2U);
  EXPECT_EQ(frames[1].gain->value, 20);
  EXPECT_EQ(frames[1].rbw_hz, 100);
}

TEST(StoreWriter, StoresNeitherRecordingsNorTheDemoBand) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), at("2026-11-22T10:00:00Z"));
  world.start();
  for (std::uint64_t i = 1; i <= 200; ++i) {
    auto row = std::make_shared<Row>(*StoreWorld::row_at(world.now + 1s * i, 64));
    row->sequence = i;
    row->epoch = i <= 100 ? 0 : 1;
    if (i > 100) row->flags = kRowSimulated;
    world.history().push(row);
    world.writer()->collect({});
  }
  world.writer()->finish();
  EXPECT_TRUE(world.reader().frames(0, Time(), Time(24h * 365 * 80)).empty());
}

TEST(StoreWriter, MakesCoarserLevelsWhoseMaximumSurvives) {
  const StoreFolder folder;
  const Time start = at("2026-11-22T00:00:00Z");
  StoreWorld world(folder.path(), start);
  world.start();
  world.seconds(6 * 3600 + 2);
  world.stop();
  const StoreReader reader(folder.path());
  for (std::size_t level = 0; level < kLevels; ++level) {
    const auto rows = stored_rows(reader, level).rows;
    const std::chrono::seconds step = kLevelTable.at(level).step;
    ASSERT_GE(rows.size(), static_cast<std::size_t>(6h / step) - 1) << kLevelTable.at(level).name;
    // The carrier is in bin 10 in minutes 10, 74, 138 ... of the hours since 1970.
    for (const RowPtr& row : rows) {
      Centibel most = kNoLevel;
      for (Time time = row->time; time < row->time + row->duration; time += 1s)
        most = std::max(most, static_cast<Centibel>(StoreWorld::level_at(time, 10) + 500));
      EXPECT_EQ(row->levels[1].full()[10], most) << kLevelTable.at(level).name << format_time(row->time);
    }
  }
}

TEST(StoreWriter, MakesAfterACrashWhatTheCoarserLevelsLack) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), at("2026-11-22T00:00:00Z"));
  world.start();
  world.seconds(5 * 3600);
  world.kill();
  const StoreReader before(folder.path());
  const std::size_t seconds = stored_rows(before, 0).rows.size();
  EXPECT_GE(seconds, 5 * 3600 - 62U);
  EXPECT_LT(stored_rows(before, 2).rows.size(), 241U) << "the frame in progress is lost";
  for (int i = 0; i < 2; ++i) {  // the second time there is nothing to add
    world.start();
    world.kill();
    const StoreReader after(folder.path());
    EXPECT_EQ(stored_rows(after, 1).rows.size(), (seconds + 9) / 10);
    EXPECT_EQ(stored_rows(after, 2).rows.size(), (seconds + 59) / 60);
    EXPECT_EQ(stored_rows(after, 3).rows.size(), (seconds + 599) / 600);
    EXPECT_EQ(stored_rows(after, 4).rows.size(), (seconds + 7199) / 7200);
    const auto minutes = stored_rows(after, 2).rows;
    for (std::size_t m = 1; m < minutes.size(); ++m) EXPECT_EQ(minutes[m]->time - minutes[m - 1]->time, 60s);
  }
}

TEST(StoreWriter, KeepsWithinItsLimitToTheByte) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), at("2026-11-22T00:00:00Z"), nullptr, 1024);
  world.plan.limit_bytes = 16 << 20;
  world.plan.shares = {20, 20, 20, 20, 20};
  world.start();
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < kDay / 4; ++i) {
    const std::size_t writes = world.writes;
    world.second();
    if (world.writes == writes) continue;
    for (std::size_t level = 0; level < kLevels; ++level) {
      std::uint64_t bytes = 0;
      const auto path = folder.path() / kLevelTable.at(level).name;
      for (const auto& entry : std::filesystem::directory_iterator(path)) bytes += entry.file_size();
      ASSERT_LE(bytes, world.writer()->limit_of(level)) << kLevelTable.at(level).name;
      EXPECT_EQ(bytes, world.writer()->level(level).folder().bytes());
      most = std::max(most, bytes);
    }
  }
  EXPECT_GT(most, world.writer()->limit_of(0) / 2) << "the limit has not been reached";
  EXPECT_GT(world.writer()->level(0).folder().removed(), 0U);
  const auto frames = world.reader().frames(0, Time(), world.now);
  ASSERT_FALSE(frames.empty());
  EXPECT_GT(frames.front().begin(), at("2026-11-22T00:00:00Z")) << "the oldest go first";
  EXPECT_GE(frames.back().end(), world.now - 63s);
  world.kill();
}

TEST(StoreWriter, RefusesAFolderThatAnotherWritesTo) {
  const StoreFolder folder;
  StoreWorld first(folder.path(), at("2026-11-22T00:00:00Z")), second(folder.path(), at("2026-11-22T00:00:00Z"));
  first.start();
  EXPECT_THROW(second.start(), StoreInUse);
  first.stop();
  second.start();
  second.stop();
}

}  // namespace
}  // namespace spectrumd
