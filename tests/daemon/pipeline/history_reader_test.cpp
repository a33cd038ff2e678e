// SPDX-License-Identifier: MIT
#include "daemon/pipeline/history_reader.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

const Time kBegin = at_seconds(1e9), kEnd = at_seconds(1e9 + 1e6);

std::shared_ptr<Row> noisy_row(std::uint64_t sequence, std::size_t bins) {
  std::mt19937 noise(static_cast<unsigned>(sequence));
  std::uniform_int_distribution<int> level(-9000, -5000);
  std::vector<Centibel> levels(bins);
  for (Centibel& each : levels) each = static_cast<Centibel>(level(noise));
  return make_row(sequence, levels, 1e9 + static_cast<double>(sequence) * 0.05);
}

std::vector<RowPtr> read_all(HistoryReader reader) {
  std::vector<RowPtr> rows;
  while (const auto past = reader.next()) rows.push_back(past->row);
  return rows;
}

TEST(HistoryReader, GivesFewRowsAsTheyWereKept) {
  History history(16 * kMiB);
  for (std::uint64_t i = 1; i <= 50; ++i) history.push(noisy_row(i, 64));
  EXPECT_EQ(read_all(HistoryReader(history, kBegin, kEnd, 50, {.bins = 16})), history.recent(50));
}

TEST(HistoryReader, MergesAndPoolsToWhatTheViewShows) {
  History history(16 * kMiB);
  for (std::uint64_t i = 1; i <= 40; ++i) history.push(noisy_row(i, 1024));
  const View view{.bins = 100, .mean_pool = Pool::Mean};
  const auto merged = read_all(HistoryReader(history, kBegin, kEnd, 4, view));
  ASSERT_EQ(merged.size(), 4U);
  std::size_t at = 0;
  for (const RowPtr& row : merged) {
    EXPECT_EQ(row->bins(), 100U);
    EXPECT_TRUE(row->flags & kRowMerged);
    RowMerger wide;  // merged first and pooled then
    while (at < 40 && history.recent(40)[at]->sequence <= row->sequence) wide.add(*history.recent(40)[at++]);
    const RowPtr expected = wide.take();
    const Window window = window_of(*expected, 1024, view);
    EXPECT_EQ(row->time, expected->time);
    EXPECT_EQ(row->duration, expected->duration);
    EXPECT_EQ(row->ffts, expected->ffts);
    for (const Detector extreme : {Detector::Max, Detector::Min}) {
      const auto levels = levels_of(*row, extreme).full();
      EXPECT_EQ(std::vector(levels.begin(), levels.end()), levels_in(*expected, extreme, window));
    }
    const auto mean = levels_in(*expected, Detector::Mean, window);
    for (std::size_t i = 0; i < 100; ++i) EXPECT_NEAR(levels_of(*row, Detector::Mean).full()[i], mean[i], 3);
  }
  EXPECT_EQ(at, 40U);
}

// Through the tiers and the merging of a reader: a steady carrier keeps its level however old the row is.
TEST(HistoryReader, ShowsTheMeanOfACarrierAtItsLevelInEveryTier) {
  std::vector<Centibel> levels(8192, -9000);
  levels[5000] = -1200;
  History history(4 * kMiB);
  for (std::uint64_t i = 1; i <= 4000; ++i) history.push(make_row(i, levels, 1e9 + static_cast<double>(i) * 0.05));
  ASSERT_GT(history.tiers()[2].rows, 0U);
  for (const std::size_t most : {20, 2000}) {
    const View view{.bins = 100};
    HistoryReader reader(history, kBegin, kEnd, most, view);
    while (const auto past = reader.next()) {
      const auto shown = levels_in(*past->row, Detector::Mean, window_of(*past->row, past->row->bins(), past->view));
      EXPECT_NEAR(shown[5000 * 100 / 8192], -1200, 1) << "row " << past->row->sequence << " of " << most;
    }
  }
}

TEST(HistoryReader, ShowsWhatCameLastInASlotWithARetune) {
  History history(16 * kMiB);
  for (std::uint64_t i = 1; i <= 10; ++i) {
    auto row = flat_row(i, 64);
    row->generation = i <= 5 ? 1 : 2;
    history.push(row);
  }
  const auto rows = read_all(HistoryReader(history, kBegin, kEnd, 1, {.bins = 64}));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]->generation, 2U);
  EXPECT_EQ(rows[0]->sequence, 10U);
  EXPECT_EQ(rows[0]->ffts, 50U);
}

TEST(HistoryReader, LeavesOutWhatTheViewDoesNotShow) {
  History history(16 * kMiB);
  for (std::uint64_t i = 1; i <= 20; ++i) {
    auto row = flat_row(i, 64);
    row->center = {i % 2 ? 100e6 : 200e6};
    history.push(row);
  }
  const View view{.from = Hertz{199e6}, .to = Hertz{201e6}};
  EXPECT_EQ(read_all(HistoryReader(history, kBegin, kEnd, 20, view)).size(), 10U);
}

TEST(HistoryReader, DoesNotWaitForWhatComesLater) {
  History history(16 * kMiB);
  for (std::uint64_t i = 1; i <= 10; ++i) history.push(flat_row(i, 64));
  HistoryReader reader(history, kBegin, kEnd, 100, {});
  for (std::uint64_t i = 11; i <= 20; ++i) history.push(flat_row(i, 64));
  EXPECT_EQ(read_all(std::move(reader)).size(), 10U);
}

// A reader that stalls must not keep what the history has dropped, and still gets all of the time it asked for.
TEST(HistoryReader, HoldsNoRowsWhileItStalls) {
  History history(4 * kMiB);
  std::vector<std::weak_ptr<const Row>> first;
  for (std::uint64_t i = 1; i <= 60; ++i) {
    RowPtr row = flat_row(i, 4096);
    if (i <= 30) first.push_back(row);
    history.push(std::move(row));
  }
  const Time newest = history.latest()->time;
  HistoryReader reader(history, kBegin, kEnd, 2000, {});
  ASSERT_TRUE(reader.next());
  for (std::uint64_t i = 61; i <= 400; ++i) history.push(flat_row(i, 4096));
  for (const auto& row : first) EXPECT_TRUE(row.expired());
  Time end = kBegin;
  std::uint64_t sequence = 0;
  while (const auto past = reader.next()) {
    EXPECT_GT(past->row->sequence, sequence);
    EXPECT_LE(past->row->time, newest);
    EXPECT_LE(past->row->time - end, std::chrono::seconds(2)) << "a hole at row " << past->row->sequence;
    sequence = past->row->sequence;
    end = past->row->time + past->row->duration;
  }
  EXPECT_GE(sequence, 60U);
}

}  // namespace
}  // namespace spectrumd
