// SPDX-License-Identifier: MIT
#include "daemon/watch/sentry.h"

#include <algorithm>

namespace spectrumd {
namespace {

// Levels are comparable under one tuning: its generation changes with the gain as well.
bool same_tuning(const RowFacts& a, const RowFacts& b) {
  return a.center == b.center && a.span == b.span && a.generation == b.generation;
}

// What one has learnt holds for the other.
bool same_question(const Rule& a, const Rule& b) {
  return a.kind == b.kind && a.range == b.range && a.period == b.period;
}

}  // namespace

const RuleWatch* Sentry::find(std::int64_t id) const {
  const auto found = std::ranges::find(watches_, id, [](const auto& watch) { return watch->rule().id; });
  return found == watches_.end() ? nullptr : found->get();
}

void Sentry::remove(std::int64_t id, AlarmChanges& changes) {
  for (const auto& watch : watches_)
    if (watch->rule().id == id) watch->interrupt("changed", changes);
  std::erase_if(watches_, [id](const auto& watch) { return watch->rule().id == id; });
}

void Sentry::set(const Rule& rule, AlarmChanges& changes) {
  const RuleWatch* before = find(rule.id);
  const auto learnt = before && same_question(before->rule(), rule) ? before->memory() : std::vector<float>();
  remove(rule.id, changes);
  if (!rule.enabled) return;
  watches_.push_back(watch_for(rule, last_track_));
  watches_.back()->recall(learnt, 0);
}

bool Sentry::is_retuned(const Row& row) const { return !tuned_ || !same_tuning(*tuned_, row) || bins_ != row.bins(); }

void Sentry::retune(const Row& row, AlarmChanges& changes) {
  if (tuned_ && is_retuned(row))
    for (const auto& watch : watches_) watch->interrupt("retuned", changes);
  tuned_ = row;
  bins_ = row.bins();
}

std::vector<RuleMemory> Sentry::memories(Time until) const {
  std::vector<RuleMemory> memories;
  for (const auto& watch : watches_)
    if (auto learnt = watch->memory(); !learnt.empty())
      memories.push_back({.rule = watch->rule().id, .until = until, .learnt = std::move(learnt)});
  return memories;
}

void Sentry::recall(const RuleMemory& memory, Time now) {
  const double age = std::chrono::duration<double>(now - memory.until).count();
  for (const auto& watch : watches_)
    if (watch->rule().id == memory.rule) watch->recall(memory.learnt, age);
}

std::optional<RowScan> Sentry::look(const Row& row, std::span<const Centibel> usual, AlarmChanges& changes) {
  if (!is_watchable(row)) return std::nullopt;
  retune(row, changes);
  const RowScan scan = scanner_.scan(row, usual);
  for (const auto& watch : watches_) watch->look(scan, changes);
  return scan;
}

void Sentry::wait(Time now, double silent, AlarmChanges& changes) {
  for (const auto& watch : watches_) watch->wait(now, silent, changes);
}

std::optional<std::uint64_t> Sentry::resume(const Alarm& alarm) {
  const auto found = std::ranges::find(watches_, alarm.rule, [](const auto& watch) { return watch->rule().id; });
  if (found == watches_.end()) return std::nullopt;
  Alarm known = alarm;
  known.track = ++last_track_;
  return (*found)->resume(known) ? std::optional(known.track) : std::nullopt;
}

std::vector<Rule> Sentry::take_learnt() {
  std::vector<Rule> changed;
  for (const auto& watch : watches_)
    if (!watch->take_learnt().empty()) changed.push_back(watch->rule());
  return changed;
}

}  // namespace spectrumd
