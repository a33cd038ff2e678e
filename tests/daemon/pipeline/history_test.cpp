// SPDX-License-Identifier: MIT
#include "daemon/pipeline/history.h"

#include <gtest/gtest.h>

#include "daemon/pipeline/history_reader.h"
#include "daemon/pipeline/view.h"
#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

std::vector<RowPtr> range(const History& history, Time since, Time until, std::size_t most,
                          HistoryReader::Epochs epochs = HistoryReader::Epochs::All) {
  HistoryReader reader(history, since, until, most, {.bins = SIZE_MAX}, epochs);
  std::vector<RowPtr> rows;
  while (const auto past = reader.next()) rows.push_back(past->row);
  return rows;
}

constexpr double kFirstSecond = 1e9;  // when sequence 0 would have been, in seconds

TEST(History, GivesACursorWhatCameAfterIt) {
  History history(16 * kMiB);
  EXPECT_EQ(history.latest(), nullptr);
  for (std::uint64_t i = 1; i <= 10; ++i) history.push(flat_row(i, 64));
  EXPECT_EQ(history.latest()->sequence, 10U);
  const auto rows = history.after(4, 3);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows.front()->sequence, 5U);
  EXPECT_EQ(rows.back()->sequence, 7U);
  EXPECT_TRUE(history.after(10, 3).empty());
  EXPECT_EQ(history.recent(2).front()->sequence, 9U);
  EXPECT_EQ(history.recent(100).size(), 10U);
}

TEST(History, NotifiesTheObserverOfEveryRow) {
  History history(16 * kMiB);
  std::uint64_t seen = 0;
  history.observe([&] { seen = history.latest()->sequence; });
  history.push(flat_row(1, 64));
  EXPECT_EQ(seen, 1U);
}

TEST(History, HoldsItsMemoryBoundWhateverComes) {
  History history(4 * kMiB);
  std::uint64_t sequence = 0;
  for (const std::size_t bins : {4096, 1024, 65536, 100}) {
    ASSERT_LE(bins, history.most_bins());
    for (int i = 0; i < 400; ++i) {
      history.push(flat_row(++sequence, bins));
      ASSERT_LE(history.bytes(), history.memory_limit()) << "row " << sequence << " of " << bins << " bins";
    }
  }
  EXPECT_GT(history.bytes(), history.memory_limit() / 4);
}

TEST(History, NumbersTheRowsOfATier) {
  History history(16 * kMiB, 64);
  for (std::uint64_t second = 1; second <= 12; ++second)
    history.push(make_row(second, std::vector<Centibel>(256, -7000), kFirstSecond + static_cast<double>(second), 1));
  const auto some = history.rows_of_tier(1, 2, 3);
  EXPECT_EQ(some.first, 2U);
  ASSERT_EQ(some.rows.size(), 3U);
  EXPECT_EQ(some.rows.front()->sequence, 3U);
  EXPECT_EQ(some.rows.front()->bins(), 64U);
  EXPECT_EQ(history.rows_of_tier(1, 5, 100).rows.size(), 6U) << "the last second is not over";
  EXPECT_TRUE(history.rows_of_tier(1, 11, 100).rows.empty());
  EXPECT_EQ(history.rows_of_tier(2, 0, 100).rows.size(), 1U);
}

TEST(History, SaysWhichRowsOfATierWereDropped) {
  History history(4 * kMiB);
  for (std::uint64_t second = 1; second <= 1000; ++second)
    history.push(make_row(second, std::vector<Centibel>(2048, -7000), kFirstSecond + static_cast<double>(second), 1));
  const auto rows = history.rows_of_tier(1, 0, 1000);
  ASSERT_FALSE(rows.rows.empty());
  EXPECT_GT(rows.first, 900U);
  EXPECT_EQ(rows.rows.front()->sequence, rows.first + 1);
  const auto reach = history.reach(std::chrono::seconds(1));
  const RowPtr oldest = history.after(0, 1).front();  // live rows are as fine, and have more of the memory
  EXPECT_EQ(reach.after + 1, oldest->sequence);
  EXPECT_EQ(reach.since, oldest->time);
  EXPECT_LT(history.reach(std::chrono::seconds(10)).after, reach.after);
}

TEST(History, ALateReaderSeesTheHoleInTheSequences) {
  History history(4 * kMiB);
  for (std::uint64_t i = 1; i <= 1000; ++i) history.push(flat_row(i, 4096));
  const auto rows = history.after(1, 1);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_GT(rows[0]->sequence, 900U);
}

TEST(History, ReachesBackADayInTiers) {
  History history(4 * kMiB);
  constexpr std::uint64_t day = 24 * 3600;  // a row a second is enough
  for (std::uint64_t second = 1; second <= day; ++second)
    history.push(make_row(second, std::vector<Centibel>(256, -7000), kFirstSecond + static_cast<double>(second), 1));
  EXPECT_LE(history.bytes(), history.memory_limit());
  const auto rows = range(history, at_seconds(kFirstSecond), at_seconds(kFirstSecond + day + 1), 2000);
  ASSERT_FALSE(rows.empty());
  EXPECT_LE(rows.front()->time, at_seconds(kFirstSecond + 1200));
  EXPECT_GE(rows.back()->time, at_seconds(kFirstSecond + day - 2));
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_GE(rows[i]->time, rows[i - 1]->time + rows[i - 1]->duration) << "rows overlap at " << i;
    EXPECT_LE(rows[i]->time - (rows[i - 1]->time + rows[i - 1]->duration), std::chrono::seconds(601))
        << "hole at " << i;
  }
}

TEST(History, ABurstOfOneRowSurvivesInTheTiers) {
  History history(4 * kMiB);
  std::vector<Centibel> burst(1024, -7000);
  burst[700] = -1000;
  for (std::uint64_t i = 1; i <= 20000; ++i)
    history.push(i == 50 ? make_row(i, burst, kFirstSecond + 2.5) : flat_row(i, 1024));
  const auto rows = range(history, at_seconds(kFirstSecond), at_seconds(kFirstSecond + 1e6), 50);
  ASSERT_FALSE(rows.empty());
  Centibel strongest = kNoLevel;
  for (const RowPtr& row : rows) strongest = std::max(strongest, levels_of(*row, Detector::Max).full()[700]);
  EXPECT_EQ(strongest, -1000);
}

TEST(History, NeverGivesMoreRowsThanAsked) {
  History history(16 * kMiB);
  for (std::uint64_t i = 1; i <= 500; ++i) {
    auto row = flat_row(i, 64);
    row->generation = static_cast<std::uint32_t>(i / 100);
    history.push(row);
  }
  for (const std::size_t most : {1, 2, 7, 100, 499}) {
    const auto rows = range(history, at_seconds(kFirstSecond), at_seconds(kFirstSecond + 1e4), most);
    EXPECT_LE(rows.size(), most);
    EXPECT_GE(rows.size(), most / 2);
    EXPECT_EQ(rows.back()->sequence, 500U);
  }
}

TEST(History, RangeIsHalfOpen) {
  History history(16 * kMiB);
  for (std::uint64_t i = 1; i <= 100; ++i) history.push(flat_row(i, 64));
  const auto rows = range(history, history.recent(100)[10]->time, history.recent(100)[20]->time, 100);
  ASSERT_EQ(rows.size(), 10U);
  EXPECT_EQ(rows.front()->sequence, 11U);
  EXPECT_EQ(rows.back()->sequence, 20U);
}

// Times follow the source's clock, so that a row may begin a little before the one before it has ended.
TEST(History, LeavesOutNoRowWhoseTimeJitters) {
  History history(16 * kMiB);
  for (std::uint64_t i = 1; i <= 100; ++i) {
    auto row = flat_row(i, 64);
    if (i % 3 == 0) row->time -= std::chrono::microseconds(5);
    history.push(row);
  }
  EXPECT_EQ(range(history, at_seconds(kFirstSecond), at_seconds(kFirstSecond + 1e4), 2000).size(), 100U);
}

// Rows of a second, `count` of them from `begin` on, as the clock of an epoch has them.
void push_epoch(History& history, std::uint32_t epoch, double begin, int count) {
  std::uint64_t sequence = history.latest() ? history.latest()->sequence : 0;
  for (int i = 0; i < count; ++i) {
    auto row = make_row(++sequence, std::vector<Centibel>(256, -7000), begin + i, 1);
    row->epoch = epoch;
    history.push(row);
  }
}

TEST(History, FindsEveryRowWhateverTheClockDid) {
  History history(64 * kMiB);
  push_epoch(history, 1, kFirstSecond, 100);
  push_epoch(history, 2, kFirstSecond + 3600, 100);
  push_epoch(history, 3, kFirstSecond - 3600, 100);
  push_epoch(history, 4, kFirstSecond + 50, 100);
  const auto rows = range(history, at_seconds(0), at_seconds(2 * kFirstSecond), 2000);
  ASSERT_EQ(rows.size(), 400U);
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i]->sequence, i + 1);
  EXPECT_EQ(range(history, at_seconds(kFirstSecond - 10), at_seconds(kFirstSecond + 10), 2000).size(), 10U)
      << "after the step";
  EXPECT_EQ(range(history, at_seconds(kFirstSecond + 3600), at_seconds(kFirstSecond + 3605), 2000).size(), 5U);
}

TEST(History, GivesATimeThatOccurredTwiceInTheOrderOfTheRows) {
  History history(64 * kMiB);
  push_epoch(history, 1, kFirstSecond, 100);
  push_epoch(history, 2, kFirstSecond + 50, 100);
  const Time since = at_seconds(kFirstSecond + 60), until = at_seconds(kFirstSecond + 65);
  const auto all = range(history, since, until, 2000);
  ASSERT_EQ(all.size(), 10U);
  EXPECT_EQ(all[4]->sequence, 65U);
  EXPECT_EQ(all[5]->sequence, 111U);
  const auto latest = range(history, since, until, 2000, HistoryReader::Epochs::Latest);
  ASSERT_EQ(latest.size(), 5U);
  EXPECT_EQ(latest[0]->sequence, 111U);
}

TEST(History, MergesNothingAcrossAStep) {
  History history(4 * kMiB);
  for (std::uint32_t epoch = 1; epoch <= 40; ++epoch)
    push_epoch(history, epoch, kFirstSecond + (epoch % 2 == 0 ? 0 : 1e5), 500);
  std::uint64_t last = 0;
  for (const std::size_t most : {2000, 50}) {
    last = 0;
    const auto rows = range(history, at_seconds(0), at_seconds(2 * kFirstSecond), most);
    EXPECT_LE(rows.size(), most);
    EXPECT_GE(rows.size(), most / 4);
    EXPECT_EQ(rows.back()->sequence, 20'000U);
    for (const RowPtr& row : rows) {
      EXPECT_GT(row->sequence, last);
      last = row->sequence;
      EXPECT_GT(row->duration, std::chrono::seconds(0));
      EXPECT_LE(row->duration, std::chrono::seconds(600));
    }
  }
}

TEST(History, NamesTheMemoryALongRowNeeds) {
  const std::size_t bins = std::size_t{1} << 22;
  EXPECT_LT(History(64 * kMiB).most_bins(), bins);
  EXPECT_GE(History(History::memory_for(bins)).most_bins(), bins);
}

}  // namespace
}  // namespace spectrumd
