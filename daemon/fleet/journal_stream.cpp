// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ranges>
#include <set>
#include <utility>

#include "daemon/fleet/report_stream.h"

namespace spectrumd {
namespace {

constexpr std::size_t kEntriesAtOnce = 256;
constexpr double kNeverUsed = -1000;  // the mean of a channel

CopyRows::Timestamp timestamp(Time time) { return {time.time_since_epoch().count()}; }
CopyRows::Integer integer(std::uint32_t value) { return {static_cast<std::int32_t>(value)}; }

void add_alarm(std::int32_t receiver, const BookedAlarm& alarm, std::int64_t book, Batch& batch) {
  batch.has_time("alarm", timestamp(alarm.begin).ns);
  batch.rows(Reported::Alarm)
      .add(CopyRows::Integer{receiver}, timestamp(alarm.begin), book, alarm.id, alarm.end.has_value(),
           alarm.end ? std::optional(timestamp(*alarm.end)) : std::nullopt, alarm.name,
           std::string(to_string(alarm.kind)), alarm.reason, alarm.frequency, alarm.width, alarm.peak, alarm.floor,
           alarm.duty);
}

void add_floor(std::int32_t receiver, const FloorFacts& floor, std::int64_t book, Batch& batch) {
  batch.has_time("floor", timestamp(floor.time).ns);
  batch.rows(Reported::Floor)
      .add(CopyRows::Integer{receiver}, timestamp(floor.time), floor.center.value, floor.span.value, book,
           CopyRows::Integer{static_cast<std::int32_t>(floor.step.count())}, floor.floor, floor.lowest, floor.highest,
           floor.clipped, floor.coverage, floor.gain);
}

void add_period(std::int32_t receiver, std::int64_t number, const OccupancyPeriod& period, std::int64_t book,
                Batch& batch) {
  const CopyRows::Integer from{receiver};
  batch.has_time("occupancy", timestamp(period.begin).ns);
  CopyRows& rows = batch.rows(Reported::Occupancy);
  const std::optional<double> none;
  rows.add(from, timestamp(period.begin), book, number, period.seconds, std::string(),
           period.center.value - period.span.value / 2, period.center.value + period.span.value / 2,
           integer(period.rows), period.band_share(), period.threshold, none, none);
  for (const auto& [channel, used, mean, floor] : period.channels)
    rows.add(from, timestamp(period.begin), book, number, period.seconds, channel.name, channel.range.from.value,
             channel.range.to.value, integer(used.samples), used.share(), period.threshold,
             mean > kNeverUsed ? std::optional(mean) : std::nullopt, std::optional(floor));
}

}  // namespace

std::string JournalStream::name() {
  Book* const book = reporting_.book();
  return book != nullptr ? "journal " + std::to_string(book->identity()) : "";
}

std::size_t JournalStream::count(const Gap& gap) {
  Book* const book = reporting_.book();
  return book != nullptr
             ? book->count_in_journal(gap.after.number, gap.before.epoch > 0 ? kAfterAll.epoch : gap.before.number)
             : 0;
}

// The begin of an alarm that has ended since is reported as its end, once.
std::optional<Taken> JournalStream::take(const Gap& gap, Batch& batch, std::size_t most_bytes) {
  Book* const book = reporting_.book();
  if (book == nullptr) return std::nullopt;
  const std::int64_t before = gap.before.epoch > 0 ? kAfterAll.epoch : gap.before.number;
  const auto entries = book->journal(gap.after.number, before, kEntriesAtOnce);
  if (entries.empty()) return std::nullopt;
  const std::int64_t identity = book->identity();
  Taken taken{.first = {}, .last = {0, entries.back().number}, .all = entries.size() < kEntriesAtOnce};
  std::set<std::int64_t> alarms;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (batch.bytes() >= most_bytes && taken.items > 0) {
      taken.all = false;
      break;
    }
    taken.first = {0, entry->number};
    if (entry->alarm && !alarms.insert(entry->alarm->id).second) continue;
    add(*entry, identity, batch);
    ++taken.items;
  }
  return taken;
}

void JournalStream::add(const JournalEntry& entry, std::int64_t book, Batch& batch) const {
  if (entry.alarm) add_alarm(reporting_.receiver, *entry.alarm, book, batch);
  for (const FloorFacts& floor : entry.floors) add_floor(reporting_.receiver, floor, book, batch);
  if (entry.period) add_period(reporting_.receiver, entry.period->first, entry.period->second, book, batch);
}

}  // namespace spectrumd
