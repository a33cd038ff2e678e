// SPDX-License-Identifier: MIT
#include "daemon/watch/trial.h"

#include <algorithm>
#include <map>
#include <memory>

namespace spectrumd {
namespace {

// Alarms by track, in the order in which they began.
void note_changes(const AlarmChanges& changes, std::map<std::uint64_t, Alarm>& alarms, std::size_t& count) {
  for (const AlarmChange& change : changes) {
    if (change.kind == AlarmChange::Kind::Begin) ++count;
    if (alarms.size() < kMostTrialAlarms || alarms.contains(change.alarm.track))
      alarms[change.alarm.track] = change.alarm;
  }
}

}  // namespace

NextRow rows_of(const History& history, Time since, Time until) {
  auto cursor = std::make_shared<History::Cursor>(History::Cursor{.since = since, .until = until, .epoch = {}});
  if (const RowPtr newest = history.latest()) cursor->last = newest->sequence;
  return [&history, cursor] { return history.next(*cursor); };
}

Trial try_rule(Rule rule, const NextRow& next, const UsualOf& usual) {
  rule.enabled = true;
  rule.learns_until.reset();
  Trial trial;
  Sentry sentry;
  AlarmChanges changes;
  std::map<std::uint64_t, Alarm> alarms;
  sentry.set(rule, changes);
  for (RowPtr row = next(); row && trial.rows < kMostTrialRows; row = next()) {
    if (trial.rows++ == 0) trial.since = row->time;
    trial.until = row->time + row->duration;
    trial.coarsest_seconds = std::max(trial.coarsest_seconds, std::chrono::duration<double>(row->duration).count());
    changes.clear();
    sentry.look(*row, usual(*row), changes);
    note_changes(changes, alarms, trial.count);
  }
  for (auto& [track, alarm] : alarms) trial.alarms.push_back(std::move(alarm));
  return trial;
}

}  // namespace spectrumd
