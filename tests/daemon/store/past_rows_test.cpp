// SPDX-License-Identifier: MIT
#include "daemon/store/past_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/daemon/store/store_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using Past = std::vector<HistoryReader::PastRow>;

const Time kStart = *parse_time("2026-11-22T10:00:00Z");

Past read(StoreWorld& world, Time since, Time until, std::size_t rows, const View& view = {},
          HistoryReader::Epochs epochs = HistoryReader::Epochs::All) {
  PastRows reader(world.history(), &world.reader(),
                  {.since = since, .until = until, .rows = rows, .view = view, .epochs = epochs});
  Past past;
  while (auto row = reader.next()) past.push_back(std::move(*row));
  return past;
}

std::vector<Centibel> levels(const HistoryReader::PastRow& past, Detector detector) {
  return levels_in(*past.row, detector, window_of(*past.row, past.row->bins(), past.view));
}

// Rows of whole seconds without a hole, whichever of them come from where.
void expect_seconds(const Past& past, Time first, std::size_t count) {
  ASSERT_EQ(past.size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(past[i].row->time, first + 1s * i);
    const auto max = levels(past[i], Detector::Max);
    for (std::size_t bin = 0; bin < max.size(); ++bin)
      ASSERT_EQ(max[bin], StoreWorld::level_at(past[i].row->time, bin) + 500) << "row " << i << " bin " << bin;
  }
}

TEST(PastRows, GoFromDiskToMemoryWithoutASeam) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), kStart, nullptr, 512);
  world.start();
  world.seconds(3000);  // memory keeps fewer
  ASSERT_GT(world.history().reach(1s).after, 100U);
  expect_seconds(read(world, kStart + 100s, kStart + 2100s, 2000), kStart + 100s, 2000);
  expect_seconds(read(world, kStart + 1000s, world.now, 2000), kStart + 1000s, 2000);
  expect_seconds(read(world, world.now - 50s, world.now, 2000), world.now - 50s, 50);
  world.kill();
}

TEST(PastRows, OfEarlierRunsComeFirst) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), kStart);
  world.start();
  world.seconds(201);
  world.stop();
  world.now = kStart + 1000s;
  world.start();
  world.seconds(100);
  const Past past = read(world, kStart, world.now, 2000);
  ASSERT_EQ(past.size(), 300U);
  EXPECT_EQ(past[199].row->time, kStart + 199s);
  EXPECT_EQ(past[200].row->time, kStart + 1000s);
  EXPECT_EQ(past[299].row->time, kStart + 1099s);
  world.kill();
}

TEST(PastRows, MergeAsMemoryWouldHaveMerged) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), kStart);
  world.start();
  world.seconds(1201);
  world.stop();
  world.start();
  for (const View& view : {View{}, View{.bins = 10}, View{.from = Hertz{99.3e6}, .to = Hertz{100.4e6}, .bins = 7},
                           View{.bins = 10, .mean_pool = Pool::Mean}}) {
    const Past past = read(world, kStart, kStart + 1200s, 200, view);
    ASSERT_GE(past.size(), 195U);
    ASSERT_LE(past.size(), 200U);
    for (const HistoryReader::PastRow& merged : past) {
      RowMerger merger;
      for (Time time = merged.row->time; time < merged.row->time + merged.row->duration; time += 1s)
        merger.add(*windowed(*StoreWorld::row_at(time, 64), view));
      const RowPtr expected = merger.take();
      EXPECT_EQ(merged.row->ffts, expected->ffts);
      EXPECT_EQ(merged.row->duration, expected->duration);
      EXPECT_EQ(merged.row->center, expected->center);
      EXPECT_EQ(merged.row->span, expected->span);
      const Window whole = window_of(*expected, expected->bins(), without_edges(view));
      EXPECT_EQ(levels(merged, Detector::Max), levels_in(*expected, Detector::Max, whole));
      const auto mean = levels(merged, Detector::Mean), other = levels_in(*expected, Detector::Mean, whole);
      ASSERT_EQ(mean.size(), other.size());
      // The strongest of the means of several bins is averaged before or after it is found.
      for (std::size_t i = 0; i < mean.size(); ++i)
        EXPECT_NEAR(mean[i], other[i], view.bins < 64 && view.mean_pool == Pool::Max ? 200 : 4) << i;
    }
  }
  world.kill();
}

TEST(PastRows, ComeFromTheCoarsestLevelThatHasEnough) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), kStart, nullptr, 16);
  world.start();
  world.seconds(6 * 3600);
  world.stop();
  world.start();
  const auto step = [&](Time since, Time until, std::size_t rows) {
    return PastRows(world.history(), &world.reader(), {.since = since, .until = until, .rows = rows}).disk_step();
  };
  EXPECT_EQ(step(kStart, kStart + 999s, 100), 1s);
  EXPECT_EQ(step(kStart, kStart + 1000s, 100), 10s);
  EXPECT_EQ(step(kStart, kStart + 6h, 100), 60s);
  EXPECT_EQ(step(kStart, kStart + 6h, 10), 600s);
  EXPECT_EQ(step(kStart, kStart + 6h, 3), 7200s);
  const Past past = read(world, kStart, kStart + 6h, 100);
  EXPECT_LE(past.size(), 100U);
  EXPECT_GE(past.size(), 85U);
  // The carrier is in bin 5 for a minute of each 64: its maximum is in one of the rows, whatever is merged.
  Centibel most = kNoLevel;
  for (const auto& row : past) most = std::max(most, levels(row, Detector::Max)[5]);
  EXPECT_GT(most, -5000);
  world.kill();
}

TEST(PastRows, ComeFromACoarserLevelWhereTheFinerIsGone) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), *parse_time("2026-11-22T22:00:00Z"), nullptr, 16);
  const Time start = world.now;
  world.start();
  world.seconds(4 * 3600 + 1);
  world.stop();
  std::filesystem::remove(folder.path() / "1s/2026-11-22.db");
  world.start();
  const Past past = read(world, start, start + 4h, 20000);
  const auto midnight = start + 2h;
  const auto coarse = std::ranges::count_if(past, [&](const auto& each) { return each.row->time < midnight; });
  EXPECT_EQ(coarse, 720) << "rows of 10 s";
  EXPECT_EQ(past.size(), 720U + 7200);
  for (std::size_t i = 1; i < past.size(); ++i)
    ASSERT_EQ(past[i].row->time, past[i - 1].row->time + past[i - 1].row->duration);
  world.kill();
}

TEST(PastRows, OfALaterEpochReplaceThoseOfTheSameTimeWhereOnlyThoseAreAsked) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), kStart);
  world.start();
  world.seconds(301);
  world.step_clock(-100s);
  world.seconds(301);
  world.stop();
  world.start();
  EXPECT_EQ(read(world, kStart, world.now, 2000).size(), 301U + 300);
  const Past latest = read(world, kStart, world.now, 2000, {}, HistoryReader::Epochs::Latest);
  ASSERT_EQ(latest.size(), 201U + 300);
  for (std::size_t i = 1; i < latest.size(); ++i) EXPECT_EQ(latest[i].row->time - latest[i - 1].row->time, 1s);
  world.kill();
}

TEST(PastRows, HaveNoMinimumFromDisk) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), kStart);
  world.start();
  world.seconds(101);
  world.stop();
  world.start();
  const Past past = read(world, kStart, kStart + 10s, 10);
  ASSERT_EQ(past.size(), 10U);
  for (const Centibel level : levels(past[0], Detector::Min)) EXPECT_EQ(level, kNoLevel);
  EXPECT_EQ(past[0].rbw_hz, 100);
  world.kill();
}

TEST(PastRows, FindATileByItsAddress) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), kStart, nullptr, 600);
  world.start();
  world.seconds(61);
  world.stop();
  const StoreReader reader(folder.path());
  const auto frames = reader.frames(0, kStart, kStart + 1s);
  ASSERT_EQ(frames.size(), 1U);
  const FrameHead& frame = frames[0];
  const auto from = std::llround(frame.tile_from(2).value);
  const auto tile = reader.tile_at(0, frame.t0_ms, from, Detector::Max, frame.epoch);
  ASSERT_TRUE(tile);
  std::vector<std::uint8_t> stored(frame.rows * frame.tile_bins(2));
  TileDecoder().decode(*tile, frame.tile_bins(2), stored);
  EXPECT_EQ(-12050 + 50 * stored[0], StoreWorld::level_at(kStart, 512) + 500);
  EXPECT_FALSE(reader.tile_at(0, frame.t0_ms + 1, from, Detector::Max, frame.epoch));
  EXPECT_FALSE(reader.tile_at(0, frame.t0_ms, from + 1, Detector::Max, frame.epoch));
  EXPECT_FALSE(reader.tile_at(0, frame.t0_ms, from, Detector::Max, frame.epoch + 1));
  EXPECT_FALSE(reader.tile_at(4, frame.t0_ms, from, Detector::Max, frame.epoch));
}

}  // namespace
}  // namespace spectrumd
