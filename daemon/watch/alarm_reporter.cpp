// SPDX-License-Identifier: MIT
#include "daemon/watch/alarm_reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "daemon/watch/alarm_json.h"
#include "daemon/watch/notify/announcements.h"

namespace spectrumd {
namespace {

constexpr double kLeastChannelRate = 48e3;

// How far back its samples begin, seconds: before it began, which may be long ago, as far as the past is kept.
double past_of(const Alarm& alarm, const Actions& actions, double most) {
  const double age = std::chrono::duration<double>(std::chrono::system_clock::now() - alarm.begin).count();
  return std::min(actions.iq_before + std::max(age, 0.0), most);
}

// Samples of a channel around it. The rate holds the signal and as much again.
ChannelRecording recording_of(const Alarm& alarm, const Actions& actions, double past) {
  ChannelRecording recording;
  recording.order.settings.center = {std::round(alarm.frequency)};
  recording.order.settings.rate = std::max(kLeastChannelRate, std::ceil(2 * alarm.width / 1000) * 1000);
  recording.order.settings.bandwidth = usual_bandwidth(recording.order.settings.rate);
  recording.before = past;
  recording.seconds = past + actions.iq;
  recording.description = fmt::format("alarm {}: {}", alarm.id, line_of(alarm));
  return recording;
}

}  // namespace

AlarmReporter::AlarmReporter(const WatchParts& parts, Book& book, const EvidenceFolder& folder, Hooks hooks)
    : parts_(parts),
      book_(book),
      folder_(folder),
      hooks_(std::move(hooks)),
      keeper_(parts, book, folder),
      messenger_(
          book,
          [this](const Message& message, const std::stop_token& stop) {
            return deliver(message, parts_.settings().watch, stop);
          },
          [this](const std::string& text) { parts_.events.add("notify_failed", text); }) {}

void AlarmReporter::resume(const Alarm& alarm) { open_[alarm.track] = alarm; }

void AlarmReporter::report(const AlarmChanges& changes) {
  for (const AlarmChange& change : changes) {
    if (change.kind == AlarmChange::Kind::Begin) begin(change.alarm);
    update(change.alarm);
  }
  for (const AlarmChange& change : changes)
    if (change.kind == AlarmChange::Kind::End) end(change.alarm);
}

void AlarmReporter::update(const Alarm& alarm) {
  const auto known = open_.find(alarm.track);
  if (known == open_.end()) return;
  const std::int64_t id = known->second.id;
  known->second = alarm;
  known->second.id = id;
}

// Whether it could be: a disk that is full or gone does not keep alarms from being reported.
bool AlarmReporter::written(const std::function<void()>& action) {
  std::string reason;
  try {
    action();
  } catch (const std::runtime_error& error) {
    reason = error.what();
  }
  hooks_.written(reason);
  return reason.empty();
}

void AlarmReporter::begin(Alarm alarm) {
  const bool kept = written([&] { book_.begin(alarm); });
  open_[alarm.track] = alarm;
  parts_.events.add({.kind = "alarm", .text = line_of(alarm), .by = {}, .alarm = alarm.id});
  const auto rule = hooks_.rule(alarm.rule);
  if (!rule || !kept) return;
  if (rule->actions.evidence) keeper_.expect(alarm);
  written([&] {
    if (rule->actions.iq > 0) record(alarm, rule->actions);
    announce(alarm, rule->actions);
  });
}

void AlarmReporter::end(Alarm alarm) {
  const auto known = open_.find(alarm.track);
  if (known == open_.end()) return;
  alarm.id = known->second.id;
  open_.erase(known);
  const bool kept = alarm.id > 0 && written([&] { book_.update({alarm}); });
  parts_.events.add({.kind = "alarm", .text = line_of(alarm), .by = {}, .alarm = alarm.id});
  if (!kept) return;
  written([&] { folder_.update(alarm); });
  if (const auto rule = hooks_.rule(alarm.rule)) written([&] { announce(alarm, rule->actions); });
}

// Into the book: a message survives a restart, and is sent by the messenger.
void AlarmReporter::announce(const Alarm& alarm, const Actions& actions) {
  for (const Message& message : announcements_of(alarm, actions, parts_.settings().watch)) book_.send(message);
  messenger_.wake();
}

void AlarmReporter::record(const Alarm& alarm, const Actions& actions) {
  if (!parts_.recordings || alarm.frequency <= 0) return;
  try {
    const double past = past_of(alarm, actions, parts_.settings().ring_seconds);
    book_.attach(alarm.id, "", parts_.recordings->start(recording_of(alarm, actions, past)), "");
  } catch (const DatabaseError&) {
    throw;
  } catch (const std::runtime_error& error) {
    book_.attach(alarm.id, "", "", fmt::format("no samples: {}", error.what()));
  }
}

void AlarmReporter::keep_evidence(Time last_row) { keeper_.keep_what_is_due(last_row); }

void AlarmReporter::write_open() {
  std::vector<Alarm> open;
  for (const auto& [track, alarm] : open_) open.push_back(alarm);
  book_.update(open);
}

}  // namespace spectrumd
