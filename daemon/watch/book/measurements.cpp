// SPDX-License-Identifier: MIT
// What the book has of measurements: occupancy, the noise floor, what is usual.
#include <algorithm>

#include "daemon/watch/book/book.h"
#include "daemon/watch/book/columns.h"
#include "daemon/watch/book/values.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostKeptBins = 4096;  // of a period
constexpr int kMostJournal = 200'000;        // entries: some four months
constexpr int kMostPeriods = 20'000;         // of occupancy: some seven months of quarters of an hour
constexpr int kMostBands = 16;               // whose usual levels are kept: some 400 KiB each

// Bins as the share of the rows in 1/65535, of two bytes each; of a wide sweep the most used of neighbours.
std::vector<std::uint16_t> shares_of(const OccupancyPeriod& period) {
  std::vector<std::uint16_t> shares(std::min(period.bins.size(), kMostKeptBins));
  for (std::size_t bin = 0; bin < period.bins.size(); ++bin) {
    auto& share = shares[bin * shares.size() / period.bins.size()];
    const std::uint64_t parts = std::uint64_t{period.bins[bin]} * 65535 / std::max(period.rows, 1U);
    share = std::max(share, static_cast<std::uint16_t>(parts));
  }
  return shares;
}

}  // namespace

void Book::add(const OccupancyPeriod& period) {
  const auto shares = shares_of(period);
  const std::scoped_lock lock(mutex_);
  Transaction transaction(*database_);
  Statement(*database_,
            "INSERT INTO period(t, seconds, center_hz, span_hz, rows, sample_s, revisit_s, threshold_db, bins) "
            "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
      .run(number_of(period.begin), period.seconds, period.center.value, period.span.value, period.rows,
           period.sample_time, period.revisit_time, period.threshold, bytes_of(shares));
  const std::int64_t id = database_->last_insert_id();
  Statement insert(*database_, "INSERT OR IGNORE INTO occupancy VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
  for (const auto& [channel, used, mean, floor] : period.channels)
    insert.run(id, channel.name, channel.range.from.value, channel.range.to.value, used.samples, used.used, used.began,
               used.ended, mean, floor);
  transaction.commit();
}

OccupancyPeriod period_in(const Statement& row, Statement& channels) {
  OccupancyPeriod period;
  period.begin = time_of(row.integer(1));
  period.seconds = row.real(2);
  period.center = {row.real(3)};
  period.span = {row.real(4)};
  period.rows = static_cast<std::uint32_t>(row.integer(5));
  period.sample_time = row.real(6);
  period.revisit_time = row.real(7);
  period.threshold = row.real(8);
  for (const std::uint16_t share : items_of<std::uint16_t>(row.blob(9)))
    period.bins.push_back(static_cast<std::uint32_t>((std::uint64_t{share} * period.rows + 32767) / 65535));
  for (channels.bind(row.integer(0)); channels.step();) {
    OccupancyPeriod::Channel& channel = period.channels.emplace_back();
    channel.channel = {std::string(channels.text(0)), {{channels.real(1)}, {channels.real(2)}}};
    const auto count = [&](int column) { return static_cast<std::uint32_t>(channels.integer(column)); };
    channel.used = {.samples = count(3), .used = count(4), .began = count(5), .ended = count(6)};
    channel.mean = channels.real(7);
    channel.floor = channels.real(8);
  }
  return period;
}

std::vector<OccupancyPeriod> Book::occupancy(Time since, Time until, std::size_t limit) {
  const std::scoped_lock lock(mutex_);
  std::vector<OccupancyPeriod> periods;
  Statement select(*database_,
                   "SELECT " PERIOD_COLUMNS " FROM period WHERE t >= ?1 AND t < ?2 ORDER BY t DESC LIMIT ?3");
  Statement channels(*database_, kChannelsOfPeriod);
  for (select.bind(number_of(since), number_of(until), limit); select.step();)
    periods.push_back(period_in(select, channels));
  return periods;
}

void Book::add(const FloorFacts& minute) {
  const std::scoped_lock lock(mutex_);
  Statement(*database_, "INSERT OR REPLACE INTO floor VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
      .run(number_of(minute.time), minute.step.count(), minute.center.value, minute.span.value, minute.floor,
           minute.lowest, minute.highest, minute.clipped, minute.coverage, minute.gain);
}

void Book::thin(Time now) {
  constexpr std::int64_t kHour = 3'600'000'000'000;
  const std::int64_t before = number_of(now - std::chrono::hours(24 * 31)) / kHour * kHour;
  const std::scoped_lock lock(mutex_);
  Transaction transaction(*database_);
  Statement(*database_,
            "INSERT OR IGNORE INTO floor SELECT t / ?2 * ?2, 3600, center_hz, span_hz, avg(floor_db), min(lowest_db), "
            "max(highest_db), avg(clipped), avg(coverage), max(gain_db) FROM floor WHERE step_s = 60 AND t < ?1 "
            "GROUP BY t / ?2, center_hz, span_hz")
      .run(before, kHour);
  Statement(*database_, "DELETE FROM floor WHERE step_s = 60 AND t < ?1").run(before);
  Statement(*database_, "DELETE FROM journal WHERE id <= (SELECT max(id) FROM journal) - ?1").run(kMostJournal);
  Statement(*database_, "DELETE FROM period WHERE id <= (SELECT max(id) FROM period) - ?1").run(kMostPeriods);
  transaction.commit();
}

FloorFacts floor_in(const Statement& row) {
  return {.time = time_of(row.integer(0)),
          .step = std::chrono::seconds(row.integer(1)),
          .center = {row.real(2)},
          .span = {row.real(3)},
          .floor = row.real(4),
          .lowest = row.real(5),
          .highest = row.real(6),
          .clipped = row.real(7),
          .coverage = row.real(8),
          .gain = row.is_null(9) ? std::nullopt : std::optional(row.real(9))};
}

std::vector<FloorFacts> Book::floors(Time since, Time until, std::size_t limit) {
  const std::scoped_lock lock(mutex_);
  std::vector<FloorFacts> floors;
  Statement select(*database_, "SELECT * FROM floor WHERE t >= ?1 AND t < ?2 ORDER BY t DESC LIMIT ?3");
  for (select.bind(number_of(since), number_of(until), limit); select.step();) floors.push_back(floor_in(select));
  return floors;
}

// With the mutex held. The bands that were not used for longest make room.
std::optional<std::int64_t> Book::band_id(const Band& band, bool make) {
  Statement select(*database_, "SELECT id FROM band WHERE center_hz=?1 AND span_hz=?2 AND gain_db IS ?3");
  select.bind(band.center.value, band.span.value, band.gain);
  if (select.step()) {
    const std::int64_t id = select.integer(0);
    select.reset();
    return id;
  }
  if (!make) return std::nullopt;
  Statement(*database_, "INSERT INTO band(center_hz, span_hz, gain_db, used) VALUES (?1, ?2, ?3, 0)")
      .run(band.center.value, band.span.value, band.gain);
  const std::int64_t id = database_->last_insert_id();
  Statement(
      *database_,
      "DELETE FROM band WHERE id != ?1 AND id NOT IN (SELECT id FROM band WHERE id != ?1 ORDER BY used DESC LIMIT ?2)")
      .run(id, kMostBands - 1);
  return id;
}

UsualHour Book::usual(const Band& band, std::size_t hour) {
  const std::scoped_lock lock(mutex_);
  const auto id = band_id(band, false);
  if (!id) return {};
  Statement select(*database_, "SELECT weeks, p10, median, p90 FROM usual WHERE band=?1 AND hour=?2");
  select.bind(*id, hour);
  if (!select.step()) return {};
  return {items_of<Centibel>(select.blob(1)), items_of<Centibel>(select.blob(2)), items_of<Centibel>(select.blob(3)),
          select.real(0)};
}

void Book::blend(const Band& band, std::size_t hour, const UsualHour& newer) {
  UsualHour usual = this->usual(band, hour);
  usual.blend(newer);
  const std::scoped_lock lock(mutex_);
  Transaction transaction(*database_);
  const auto id = *band_id(band, true);
  Statement(*database_, "UPDATE band SET used=(SELECT max(used) + 1 FROM band) WHERE id=?1").run(id);
  Statement(*database_, "INSERT OR REPLACE INTO usual VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
      .run(id, hour, usual.weeks, bytes_of(usual.p10), bytes_of(usual.median), bytes_of(usual.p90));
  transaction.commit();
}

void Book::remember(const Band& band, std::size_t bins, const std::vector<RuleMemory>& memories) {
  if (memories.empty()) return;
  const std::scoped_lock lock(mutex_);
  Transaction transaction(*database_);
  Statement remove(*database_,
                   "DELETE FROM memory WHERE rule=?1 AND center_hz=?2 AND span_hz=?3 AND bins=?4 AND gain_db IS ?5");
  Statement insert(*database_,
                   "INSERT INTO memory(rule, center_hz, span_hz, bins, gain_db, t, learnt) "
                   "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
  for (const RuleMemory& memory : memories) {
    remove.run(memory.rule, band.center.value, band.span.value, bins, band.gain);
    insert.run(memory.rule, band.center.value, band.span.value, bins, band.gain, number_of(memory.until),
               bytes_of(memory.learnt));
  }
  transaction.commit();
}

std::vector<RuleMemory> Book::memories(const Band& band, std::size_t bins) {
  const std::scoped_lock lock(mutex_);
  std::vector<RuleMemory> memories;
  Statement select(*database_,
                   "SELECT rule, t, learnt FROM memory "
                   "WHERE center_hz=?1 AND span_hz=?2 AND bins=?3 AND gain_db IS ?4");
  for (select.bind(band.center.value, band.span.value, bins, band.gain); select.step();)
    memories.push_back({select.integer(0), time_of(select.integer(1)), items_of<float>(select.blob(2))});
  return memories;
}

void Book::forget_memories(Time before) {
  const std::scoped_lock lock(mutex_);
  Statement(*database_, "DELETE FROM memory WHERE t < ?1").run(number_of(before));
}

}  // namespace spectrumd
