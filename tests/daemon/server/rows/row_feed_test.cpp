// SPDX-License-Identifier: MIT
#include "daemon/server/rows/row_feed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/daemon/pipeline/rows.h"
#include "tests/daemon/server/wire_row.h"

namespace spectrumd {
namespace {

constexpr double kRowSeconds = 0.05;

// A history, and the rows one client gets of it.
class Client {
 public:
  explicit Client(std::size_t history_bytes = 64 << 20) : history_(history_bytes) {}

  void push(std::uint64_t sequence, std::size_t bins = 64) { push(flat_row(sequence, bins)); }
  void push(RowPtr row) {
    history_.push(row);
    live_.newest = row;
    cache_.clear();
  }
  void show(RowPtr in_progress) {
    live_.in_progress = std::move(in_progress);
    cache_.clear();
  }
  void change(const RowRequest& request) { feed_.change(request, 0, history_); }
  void send_again(std::size_t recent) { feed_.change(feed_.request(), recent, history_); }
  void slow_down(double rate) {
    RowRequest request = feed_.request();
    request.rate = rate;
    change(request);
  }

  // All there is for now.
  std::vector<WireRow> take() {
    std::vector<WireRow> rows;
    while (const auto row = take_one()) rows.push_back(*row);
    return rows;
  }
  std::optional<WireRow> take_one() {
    const auto next = feed_.next(live_);
    if (!next) return std::nullopt;
    WireRow row = decode_row(*next->encoded);
    row.skipped = static_cast<unsigned>(next->skipped);
    return row;
  }

  LiveRows& live() { return live_; }

 private:
  History history_;
  RowCache cache_;
  LiveRows live_{.history = history_, .cache = cache_, .newest = {}};
  RowFeed feed_{nullptr};
};

std::vector<std::uint32_t> sequences(const std::vector<WireRow>& rows) {
  std::vector<std::uint32_t> all;
  for (const WireRow& row : rows) all.push_back(row.sequence);
  return all;
}

using Sequences = std::vector<std::uint32_t>;

TEST(RowFeed, BeginsWithTheNewestRow) {
  History history(1 << 20);
  RowCache cache;
  for (std::uint64_t sequence = 1; sequence <= 3; ++sequence) history.push(flat_row(sequence, 16));
  RowFeed feed(history.latest());
  const auto next = feed.next({.history = history, .cache = cache, .newest = history.latest()});
  ASSERT_TRUE(next);
  EXPECT_EQ(decode_row(*next->encoded).sequence, 3U);
  EXPECT_EQ(next->skipped, 0U);
}

TEST(RowFeed, GivesEachRowOnce) {
  Client client;
  client.push(1);
  EXPECT_EQ(sequences(client.take()), Sequences{1});
  EXPECT_TRUE(client.take().empty());
  client.push(2);
  client.push(3);
  EXPECT_EQ(sequences(client.take()), (Sequences{2, 3}));
}

TEST(RowFeed, UsesTheConfiguredDetectorUntilAnotherIsRequested) {
  Client client;
  client.live().configured = Detector::Max;
  client.push(1);
  EXPECT_EQ(client.take_one()->detectors, 2U);
  client.change({.detectors = 5, .bytes_per_level = 2});
  client.push(2);
  const auto row = client.take_one();
  EXPECT_EQ(row->detectors, 5U);
  EXPECT_EQ(row->bytes_per_level, 2U);
}

TEST(RowFeed, ExtraDetectorsComeAtTheirRate) {
  Client client;
  client.change({.detectors = 2, .extra = ExtraDetectors{.detectors = 5, .rate = 2}});
  std::vector<unsigned> with_extra;
  for (std::uint64_t sequence = 1; sequence <= 40; ++sequence) {
    client.push(sequence);
    const auto row = client.take_one();
    ASSERT_TRUE(row->detectors == 2 || row->detectors == 7);
    if (row->detectors == 7) with_extra.push_back(row->sequence);
  }
  EXPECT_EQ(with_extra, (std::vector<unsigned>{1, 11, 21, 31}));
  client.change({.detectors = 2});
  client.push(41);
  EXPECT_EQ(client.take_one()->detectors, 2U);
}

TEST(RowFeed, ExtraDetectorsSurviveAClockThatIsSetBack) {
  Client client;
  client.change({.detectors = 2, .extra = ExtraDetectors{.detectors = 1, .rate = 1}});
  for (const auto& [sequence, seconds] : {std::pair<std::uint64_t, double>{1, 5000}, {2, 5000.05}, {3, 10}, {4, 10.05}})
    client.push(make_row(sequence, std::vector<Centibel>(64, -5000), seconds));
  std::vector<unsigned> detectors;
  for (const WireRow& row : client.take()) detectors.push_back(row.detectors);
  EXPECT_EQ(detectors, (std::vector<unsigned>{3, 2, 3, 2}));
}

TEST(RowFeed, StepOfOneByteIsAsRequested) {
  Client client;
  client.change({.detectors = 2, .step_db = 1});
  client.push(make_row(1, {-1200, -8040, -8060, -13000}));
  const WireRow row = *client.take_one();
  EXPECT_EQ(row.step_db, 1);
  EXPECT_EQ(row.levels.at(2), (std::vector<unsigned>{109, 41, 40, 1}));
  EXPECT_EQ(row.db(2, 0), -12);
}

TEST(RowFeed, CatchesUpWhenALittleBehind) {
  Client client;
  for (std::uint64_t sequence = 1; sequence <= 18; ++sequence) client.push(sequence);
  const auto rows = client.take();
  EXPECT_EQ(rows.size(), 18U);
  for (const WireRow& row : rows) EXPECT_EQ(row.skipped, 0U);
}

TEST(RowFeed, MergesWhatALateClientHasNotGot) {
  Client client;
  client.push(1);
  client.take();
  for (std::uint64_t sequence = 2; sequence <= 101; ++sequence) client.push(sequence);
  const auto rows = client.take();
  ASSERT_LT(rows.size(), 25U);
  EXPECT_EQ(rows.front().sequence, 51U) << "the older half of them in one row";
  EXPECT_EQ(rows.front().ffts, 500U);
  EXPECT_NEAR(rows.front().seconds, 50 * kRowSeconds, 1e-6);
  EXPECT_TRUE(rows.front().flags & kRowMerged);
  EXPECT_EQ(rows.back().sequence, 101U);
  EXPECT_FALSE(rows.back().flags & kRowMerged) << "up to date: each row by itself";
  std::uint32_t ffts = 0;
  for (const WireRow& row : rows) {
    EXPECT_EQ(row.skipped, 0U);
    ffts += row.ffts;
  }
  EXPECT_EQ(ffts, 1000U) << "nothing was left out";
}

TEST(RowFeed, MergesMaximaMeansAndMinimaForALateClient) {
  Client client;
  client.change({.detectors = 7, .bytes_per_level = 2});
  for (std::uint64_t sequence = 1; sequence <= 40; ++sequence)
    client.push(make_row(sequence,
                         std::vector<Centibel>(64, sequence == 10   ? -2000
                                                   : sequence == 12 ? -9000
                                                                    : -5000),
                         static_cast<double>(sequence) * kRowSeconds));
  const auto row = client.take_one();
  ASSERT_EQ(row->sequence, 20U);
  EXPECT_NEAR(row->db(1, 5), 10 * std::log10((1e-2 + 1e-9 + 18 * 1e-5) / 20), 0.02);
  EXPECT_NEAR(row->db(2, 5), -20, 0.02);
  EXPECT_NEAR(row->db(4, 5), -90, 0.02);
}

TEST(RowFeed, CountsWhatTheHistoryNoLongerHasForALateClient) {
  Client client(200'000);
  client.push(1);
  client.take();
  for (std::uint64_t sequence = 2; sequence <= 3001; ++sequence) client.push(sequence);
  std::uint32_t ffts = 0, skipped = 0;
  for (const WireRow& row : client.take()) {
    ffts += row.ffts;
    skipped += row.skipped;
  }
  EXPECT_GT(skipped, 0U);
  EXPECT_GT(ffts, 0U);
  EXPECT_EQ(ffts / 10 + skipped, 3000U);
}

TEST(RowFeed, RecentRowsComeFirstAndAreFlagged) {
  Client client;
  for (std::uint64_t sequence = 1; sequence <= 60; ++sequence) {
    client.push(sequence);
    client.take();
  }
  client.send_again(40);
  client.push(61);
  const auto rows = client.take();
  ASSERT_EQ(rows.size(), 41U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].sequence, 21 + i);
    EXPECT_EQ(rows[i].flags & kRowHistory, i < 40 ? kRowHistory : 0) << i;
    EXPECT_EQ(rows[i].skipped, 0U);
  }
}

TEST(RowFeed, RecentNeedNotAllBeThere) {
  Client client;
  client.push(7);
  client.take();
  client.send_again(500);
  const auto rows = client.take();
  ASSERT_EQ(sequences(rows), Sequences{7});
  EXPECT_EQ(rows[0].skipped, 0U) << "what was never there was not missed";
}

TEST(RowFeed, PauseLeavesOutAndDoesNotCountAsMissed) {
  Client client;
  client.push(1);
  client.take();
  client.change({.pause = true});
  for (std::uint64_t sequence = 2; sequence <= 10; ++sequence) client.push(sequence);
  EXPECT_TRUE(client.take().empty());
  client.change({.pause = false});
  EXPECT_TRUE(client.take().empty());
  client.push(11);
  const auto rows = client.take();
  ASSERT_EQ(sequences(rows), Sequences{11});
  EXPECT_EQ(rows[0].skipped, 0U);
}

TEST(RowFeed, LowerRateKeepsEveryCarrier) {
  Client client;
  client.change({.detectors = 2, .rate = 5});
  for (std::uint64_t sequence = 1; sequence <= 4; ++sequence) {
    std::vector<Centibel> levels(64, -9000);
    levels[10 * sequence] = -2000;
    client.push(make_row(sequence, levels, static_cast<double>(sequence) * kRowSeconds));
  }
  const auto rows = client.take();
  ASSERT_EQ(sequences(rows), Sequences{4});
  EXPECT_TRUE(rows[0].flags & kRowMerged);
  EXPECT_EQ(rows[0].ffts, 40U);
  EXPECT_NEAR(rows[0].seconds, 0.2, 1e-6);
  for (std::size_t bin = 0; bin < 64; ++bin)
    EXPECT_EQ(rows[0].db(2, bin), bin > 0 && bin % 10 == 0 && bin <= 40 ? -20 : -90) << bin;
}

TEST(RowFeed, MergesWithinTheView) {
  Client client;
  client.change({.view = {.from = Hertz{100e6}, .to = Hertz{100.6e6}, .bins = 16}, .detectors = 2, .rate = 10});
  for (std::uint64_t sequence = 1; sequence <= 2; ++sequence) client.push(sequence, 256);
  const auto row = client.take_one();
  ASSERT_TRUE(row);
  EXPECT_EQ(row->bins, 16U);
  EXPECT_NEAR(row->center, 100.3e6, 1);
  EXPECT_NEAR(row->span, 0.6e6, 1);
}

TEST(RowFeed, PoolsTheMeanAsRequestedMergedOrNot) {
  std::vector<Centibel> levels(256, -9000);
  levels[100] = -1200;
  for (const std::optional<double> rate : {std::optional<double>(), std::optional(10.0)})
    for (const auto& [pool, expected] : {std::pair(Pool::Max, -12.0), std::pair(Pool::Mean, -24.0)}) {
      Client client;
      client.change({.view = {.bins = 16, .mean_pool = pool}, .detectors = 1, .bytes_per_level = 2, .rate = rate});
      for (std::uint64_t sequence = 1; sequence <= 2; ++sequence)
        client.push(make_row(sequence, levels, 1e9 + static_cast<double>(sequence) * 0.05));
      const auto rows = client.take();
      ASSERT_FALSE(rows.empty());
      for (const WireRow& row : rows) EXPECT_NEAR(row.db(1, 100 / 16), expected, 0.1);
    }
}

TEST(RowFeed, KeepsTheRateOnAverageAndLeavesNothingOut) {
  for (const double rate : {0.5, 3.0, 6.0, 7.7, 11.0, 15.0}) {
    Client client;
    client.slow_down(rate);
    std::size_t rows = 0;
    std::uint32_t ffts = 0;
    for (std::uint64_t sequence = 1; sequence <= 1200; ++sequence) {  // a minute
      client.push(sequence, 16);
      for (const WireRow& row : client.take()) {
        ++rows;
        ffts += row.ffts;
        EXPECT_EQ(row.skipped, 0U);
      }
    }
    EXPECT_NEAR(static_cast<double>(rows), 60 * rate, 1 + 60 * rate * 0.01) << rate;
    EXPECT_NEAR(ffts, 12000, 10 * std::ceil(20 / rate)) << rate;
  }
}

TEST(RowFeed, RateAboveThatOfTheRowsChangesNothing) {
  Client client;
  client.slow_down(20);
  for (std::uint64_t sequence = 1; sequence <= 15; ++sequence) {
    client.push(sequence);
    const auto rows = client.take();
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_FALSE(rows[0].flags & kRowMerged);
  }
}

TEST(RowFeed, DoesNotMergeAcrossARetune) {
  Client client;
  client.slow_down(5);
  client.push(1);
  client.push(2);
  auto retuned = flat_row(3, 64);
  retuned->center = {145e6};
  retuned->generation = 2;
  client.push(retuned);
  const auto rows = client.take();
  ASSERT_EQ(sequences(rows), Sequences{2});
  EXPECT_EQ(rows[0].center, 100e6);
}

TEST(RowFeed, ViewOutsideTheSpanGivesEmptyRowsAtTheRate) {
  Client client;
  client.change({.view = {.from = Hertz{1e6}, .to = Hertz{2e6}}, .rate = 5});
  for (std::uint64_t sequence = 1; sequence <= 8; ++sequence) client.push(sequence);
  const auto rows = client.take();
  ASSERT_EQ(sequences(rows), (Sequences{4, 8}));
  EXPECT_EQ(rows[0].bins, 0U);
}

TEST(RowFeed, NewViewAlsoHoldsForRowsThatWaitToBeMerged) {
  Client client;
  client.slow_down(5);
  client.push(1);
  client.push(2);
  EXPECT_TRUE(client.take().empty());
  client.change({.view = {.bins = 16}, .rate = 5});
  client.push(3);
  client.push(4);
  const auto rows = client.take();
  ASSERT_EQ(sequences(rows), Sequences{4});
  EXPECT_EQ(rows[0].ffts, 40U);
  EXPECT_EQ(rows[0].bins, 16U);
}

RowPtr unfinished_row(std::uint64_t sequence, double seconds) {
  auto row = make_row(sequence, std::vector<Centibel>(64, -7000), 1e9 + static_cast<double>(sequence) * 30, seconds);
  row->flags = kRowSwept | kRowPartial;
  return row;
}

TEST(RowFeed, TheRowInProgressComesToThoseWhoAskEachTimeThereIsMoreOfIt) {
  Client client;
  client.push(1);
  client.take();
  client.show(unfinished_row(2, 0.25));
  EXPECT_TRUE(client.take().empty()) << "older clients do not know it";
  client.change({.partial = true});
  const auto first = client.take();
  ASSERT_EQ(sequences(first), Sequences{2});
  EXPECT_TRUE(first[0].flags & kRowPartial);
  EXPECT_TRUE(client.take().empty()) << "once";
  client.show(unfinished_row(2, 0.5));
  EXPECT_EQ(sequences(client.take()), Sequences{2});
  client.push(2);
  const auto whole = client.take();
  ASSERT_EQ(sequences(whole), Sequences{2});
  EXPECT_FALSE(whole[0].flags & kRowPartial);
  EXPECT_EQ(whole[0].skipped, 0U);
  client.show(unfinished_row(2, 0.75));
  EXPECT_TRUE(client.take().empty()) << "the row is there";
}

TEST(RowFeed, TheRowInProgressComesAfterTheRowsBeforeItAndNeverInAPause) {
  Client client;
  client.change({.partial = true});
  client.push(1);
  client.push(2);
  client.show(unfinished_row(3, 0.25));
  EXPECT_EQ(sequences(client.take()), (Sequences{1, 2, 3}));
  client.change({.pause = true, .partial = true});
  client.show(unfinished_row(3, 0.5));
  EXPECT_TRUE(client.take().empty());
}

TEST(RowFeed, TheRowInProgressComesAgainInAnotherView) {
  Client client;
  client.change({.partial = true});
  client.show(unfinished_row(1, 0.25));
  EXPECT_EQ(client.take_one()->bins, 64U);
  client.change({.view = {.bins = 16}, .partial = true});
  EXPECT_EQ(client.take_one()->bins, 16U);
}

TEST(RowFeed, TheRowInProgressComesNotMoreOftenThanRows) {
  Client client;
  client.change({.rate = 1, .partial = true});
  std::vector<long> seen;  // quarters of a second
  for (int quarters = 1; quarters <= 12; ++quarters) {
    client.show(unfinished_row(1, quarters * 0.25));
    for (const WireRow& row : client.take()) seen.push_back(std::lround(4 * row.seconds));
  }
  EXPECT_EQ(seen, (std::vector<long>{1, 5, 9}));
}

TEST(RowFeed, TheRowInProgressHasTheExtraDetectors) {
  Client client;
  client.change({.detectors = 2, .extra = ExtraDetectors{.detectors = 5, .rate = 2}, .partial = true});
  for (const double seconds : {0.25, 0.5}) {
    client.show(unfinished_row(1, seconds));
    EXPECT_EQ(client.take_one()->detectors, 7U);
  }
}

// Whatever happens, live rows are in order, none comes twice, and each either came, was merged, or was reported missed.
TEST(RowFeed, AccountsForEveryRow) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const auto chance = [&](unsigned percent) { return random() % 100 < percent; };
    Client client(200'000);  // some of the history is lost, too
    std::uint64_t last = 0, accounted = 0, pushed = 0;
    while (pushed < 3000 || last < pushed) {
      const auto burst = chance(5) ? random() % 200 : 1;
      for (auto i = burst; pushed < 3000 && i > 0; --i) client.push(++pushed, 64);
      if (chance(3)) client.change({.view = {.bins = 16 + random() % 64}});
      while (const auto row = client.take_one()) {
        ASSERT_GT(row->sequence, last) << "seed " << seed;
        last = row->sequence;
        accounted += row->ffts / 10 + row->skipped;
      }
    }
    EXPECT_EQ(accounted, pushed) << "seed " << seed;
  }
}

TEST(RowFeed, MergesMoreForALateClientOfALowerRate) {
  Client client;
  client.slow_down(5);
  for (std::uint64_t sequence = 1; sequence <= 4; ++sequence) client.push(sequence);
  EXPECT_EQ(sequences(client.take()), Sequences{4});
  for (std::uint64_t sequence = 5; sequence <= 104; ++sequence) client.push(sequence);
  const auto rows = client.take();
  ASSERT_FALSE(rows.empty());
  EXPECT_GE(rows.front().ffts, 500U);
  EXPECT_LT(rows.size(), 12U);
  for (const WireRow& row : rows) EXPECT_EQ(row.skipped, 0U);
}

}  // namespace
}  // namespace spectrumd
