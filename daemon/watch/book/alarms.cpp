// SPDX-License-Identifier: MIT
// What the book has of alarms.
#include "daemon/watch/book/book.h"
#include "daemon/watch/book/columns.h"
#include "daemon/watch/book/values.h"

namespace spectrumd {
namespace {

RuleKind kind_named(std::string_view name) {
  for (int kind = 0; kind <= static_cast<int>(RuleKind::Health); ++kind)
    if (to_string(static_cast<RuleKind>(kind)) == name) return static_cast<RuleKind>(kind);
  return RuleKind::Above;
}

std::vector<BookedAlarm> alarms_in(Statement& select) {
  std::vector<BookedAlarm> alarms;
  while (select.step()) alarms.push_back(alarm_in(select));
  return alarms;
}

}  // namespace

BookedAlarm alarm_in(const Statement& row) {
  BookedAlarm alarm;
  alarm.id = row.integer(0);
  alarm.rule = row.integer(1);
  alarm.name = row.text(2);
  alarm.kind = kind_named(row.text(3));
  alarm.begin = time_of(row.integer(4));
  alarm.last_on = time_of(row.integer(5));
  if (!row.is_null(6)) alarm.end = time_of(row.integer(6));
  alarm.reason = row.text(7);
  alarm.frequency = row.real(8);
  alarm.width = row.real(9);
  alarm.peak = row.real(10);
  alarm.floor = row.real(11);
  alarm.duty = row.real(12);
  alarm.evidence = row.text(13);
  alarm.recording = row.text(14);
  alarm.note = row.text(15);
  return alarm;
}

void Book::begin(Alarm& alarm) {
  const std::scoped_lock lock(mutex_);
  Statement(*database_,
            "INSERT INTO alarm(rule, name, kind, t0, last_on, t1, reason, f_hz, width_hz, peak, floor_db, duty) "
            "VALUES (?1, ?2, ?3, ?4, ?5, NULL, '', ?6, ?7, ?8, ?9, ?10)")
      .run(alarm.rule, alarm.name, to_string(alarm.kind), number_of(alarm.begin), number_of(alarm.last_on),
           alarm.frequency, alarm.width, alarm.peak, alarm.floor, alarm.duty);
  alarm.id = database_->last_insert_id();
}

void Book::update(const std::vector<Alarm>& alarms) {
  if (alarms.empty()) return;
  const std::scoped_lock lock(mutex_);
  Transaction transaction(*database_);
  Statement update(*database_,
                   "UPDATE alarm SET last_on=?2, t1=?3, reason=?4, f_hz=?5, width_hz=?6, peak=?7, floor_db=?8, duty=?9 "
                   "WHERE id=?1");
  for (const Alarm& alarm : alarms)
    update.run(alarm.id, number_of(alarm.last_on), alarm.end ? std::optional(number_of(*alarm.end)) : std::nullopt,
               alarm.reason, alarm.frequency, alarm.width, alarm.peak, alarm.floor, alarm.duty);
  transaction.commit();
}

void Book::attach(std::int64_t alarm, const std::string& evidence, const std::string& recording,
                  const std::string& note) {
  const std::scoped_lock lock(mutex_);
  Statement(*database_,
            "UPDATE alarm SET evidence=CASE ?2 WHEN '' THEN evidence ELSE ?2 END, "
            "recording=CASE ?3 WHEN '' THEN recording ELSE ?3 END, note=CASE ?4 WHEN '' THEN note ELSE ?4 END "
            "WHERE id=?1")
      .run(alarm, evidence, recording, note);
}

std::vector<BookedAlarm> Book::alarms(const AlarmQuery& query) {
  const std::scoped_lock lock(mutex_);
  Statement select(*database_,
                   "SELECT " ALARM_COLUMNS
                   " FROM alarm "
                   "WHERE (?1 IS NULL OR COALESCE(t1, last_on) >= ?1) AND (?2 IS NULL OR t0 < ?2) "
                   "AND (?3 IS NULL OR rule = ?3) AND (?4 IS NULL OR kind = ?4) "
                   "AND (?5 IS NULL OR f_hz + width_hz / 2 >= ?5) AND (?6 IS NULL OR f_hz - width_hz / 2 <= ?6) "
                   "ORDER BY t0 DESC, id DESC LIMIT ?7");
  select.bind(query.since ? std::optional(number_of(*query.since)) : std::nullopt,
              query.until ? std::optional(number_of(*query.until)) : std::nullopt, query.rule,
              query.kind ? std::optional(std::string(to_string(*query.kind))) : std::nullopt, query.from, query.to,
              query.limit);
  return alarms_in(select);
}

std::vector<BookedAlarm> Book::open_alarms() {
  const std::scoped_lock lock(mutex_);
  Statement select(*database_, "SELECT " ALARM_COLUMNS " FROM alarm WHERE t1 IS NULL ORDER BY id");
  return alarms_in(select);
}

std::optional<BookedAlarm> Book::alarm(std::int64_t id) {
  const std::scoped_lock lock(mutex_);
  Statement select(*database_, "SELECT " ALARM_COLUMNS " FROM alarm WHERE id=?1");
  select.bind(id);
  return select.step() ? std::optional(alarm_in(select)) : std::nullopt;
}

std::vector<std::int64_t> Book::oldest_with_evidence(std::size_t limit) {
  const std::scoped_lock lock(mutex_);
  std::vector<std::int64_t> ids;
  Statement select(*database_, "SELECT id FROM alarm WHERE evidence != '' ORDER BY id LIMIT ?1");
  for (select.bind(limit); select.step();) ids.push_back(select.integer(0));
  return ids;
}

void Book::forget_evidence(std::int64_t alarm) {
  const std::scoped_lock lock(mutex_);
  Statement(*database_, "UPDATE alarm SET evidence='' WHERE id=?1").run(alarm);
}

std::int64_t Book::alarm_count() {
  const std::scoped_lock lock(mutex_);
  Statement select(*database_, "SELECT count(*) FROM alarm");
  return select.step() ? select.integer(0) : 0;
}

void Book::forget_oldest_alarms(std::int64_t most) {
  const std::scoped_lock lock(mutex_);
  Statement(*database_,
            "DELETE FROM alarm WHERE t1 IS NOT NULL AND evidence='' AND id <= "
            "(SELECT id FROM alarm ORDER BY id DESC LIMIT 1 OFFSET ?1)")
      .run(most);
}

}  // namespace spectrumd
