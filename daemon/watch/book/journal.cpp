// SPDX-License-Identifier: MIT
// What was made, in its order: for those who must miss nothing.
#include <algorithm>

#include "daemon/watch/book/book.h"
#include "daemon/watch/book/columns.h"

namespace spectrumd {
namespace {

constexpr std::int64_t kAlarm = 0, kFloor = 1;

}  // namespace

std::int64_t Book::identity() {
  const std::scoped_lock lock(mutex_);
  Statement select(*database_, "SELECT CAST(json AS INTEGER) FROM setting WHERE name='identity'");
  return select.step() ? select.integer(0) : 0;
}

// With the mutex held. What has been removed since is an empty entry.
JournalEntry Book::entry_of(std::int64_t number, std::int64_t kind, std::int64_t item) {
  JournalEntry entry{.number = number, .alarm = {}, .floors = {}, .period = {}};
  if (kind == kAlarm) {
    Statement select(*database_, "SELECT " ALARM_COLUMNS " FROM alarm WHERE id=?1");
    select.bind(item);
    if (select.step()) entry.alarm = alarm_in(select);
  } else if (kind == kFloor) {
    Statement select(*database_, "SELECT * FROM floor WHERE t=?1 AND step_s = 60");
    for (select.bind(item); select.step();) entry.floors.push_back(floor_in(select));
  } else {
    Statement select(*database_, "SELECT " PERIOD_COLUMNS " FROM period WHERE id=?1");
    Statement channels(*database_, kChannelsOfPeriod);
    select.bind(item);
    if (select.step()) entry.period.emplace(item, period_in(select, channels));
  }
  return entry;
}

std::vector<JournalEntry> Book::journal(std::int64_t after, std::int64_t before, std::size_t most) {
  const std::scoped_lock lock(mutex_);
  std::vector<JournalEntry> entries;
  Statement select(*database_,
                   "SELECT id, kind, item FROM journal WHERE id > ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3");
  for (select.bind(after, before, most); select.step();)
    entries.push_back(entry_of(select.integer(0), select.integer(1), select.integer(2)));
  std::ranges::reverse(entries);
  return entries;
}

std::size_t Book::count_in_journal(std::int64_t after, std::int64_t before) {
  const std::scoped_lock lock(mutex_);
  Statement select(*database_, "SELECT count(*) FROM journal WHERE id > ?1 AND id < ?2");
  select.bind(after, before);
  return select.step() ? static_cast<std::size_t>(select.integer(0)) : 0;
}

}  // namespace spectrumd
