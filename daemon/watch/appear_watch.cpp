// SPDX-License-Identifier: MIT
#include "daemon/watch/appear_watch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spectrumd {
namespace {

constexpr std::size_t kMostTracks = 256;  // more at a time are one disturbance of everything
constexpr double kDriftBins = 2;          // from one row to the next

bool holds(const Span& span, double hertz) { return hertz >= span.from.value && hertz <= span.to.value; }

}  // namespace

AppearWatch::AppearWatch(Rule rule, std::uint64_t& last_track) : RuleWatch(std::move(rule)), last_track_(last_track) {}

bool AppearWatch::is_expected(double hertz) const {
  return std::ranges::any_of(rule_.ignored, [&](const Span& span) { return holds(span, hertz); }) ||
         std::ranges::any_of(rule_.known, [&](const KnownRange& known) { return holds(known.range, hertz); });
}

bool AppearWatch::reaches(const Track& track, const Hill& hill, double bin_hz) {
  const double reach = std::max(kDriftBins * bin_hz, (track.to - track.from) / 4);
  return hill.to >= track.from - reach && hill.from <= track.to + reach;
}

// Whether there is an alarm for this side alone: what has been two signals stays two.
bool AppearWatch::is_another(const Hill& side, const Hill& middle, double bin_hz) const {
  return std::ranges::any_of(tracks_, [&](const Track& track) {
    return track.latch.active() && reaches(track, side, bin_hz) && !reaches(track, middle, bin_hz);
  });
}

void AppearWatch::find_signals(const RowScan& scan) {
  const double bin_hz = scan.bin_hz();
  find_hills(scan, rule_, hills_);
  join_sidebands(hills_, bin_hz, [&](const Hill& left, const Hill& middle, const Hill& right) {
    return is_another(left, middle, bin_hz) || is_another(right, middle, bin_hz);
  });
}

void AppearWatch::look(const RowScan& scan, AlarmChanges& changes) {
  if (scan.bins_of(rule_.range).empty()) {
    interrupt("retuned", changes);
    state_ = {RuleState::State::Waiting, "its range is not received"};
    return;
  }
  if (rule_.reference == Reference::Usual && scan.usual.empty()) {
    state_ = {RuleState::State::Learning, "what is usual at this hour is not known yet"};
    return;
  }
  find_signals(scan);
  for (Track& track : tracks_) follow(track, scan, changes);  // the oldest first
  std::erase_if(tracks_, [](const Track& track) { return track.latch.idle(); });
  for (const Hill& hill : hills_)
    if (hill.high && !hill.taken && !is_expected(hill.peak_hz)) begin(hill, scan, changes);
  const bool any = std::ranges::any_of(tracks_, [](const Track& track) { return track.latch.active(); });
  state_ = {any ? RuleState::State::Alarm : RuleState::State::Watching, ""};
}

// All hills that a track reaches, as one: a modulated signal falls into several and grows together again. A candidate
// continues only where the full level is reached, an alarm also below it. What an older track has taken is its own: two
// that have grown together are one signal, and `taken` is set in the result.
std::optional<Hill> AppearWatch::seen_of(const Track& track, const RowScan& scan) {
  std::optional<Hill> seen;
  for (Hill& hill : hills_) {
    if (!reaches(track, hill, scan.bin_hz())) continue;
    const bool was_taken = std::exchange(hill.taken, true);
    if (!track.latch.active() && !hill.high) continue;
    if (!seen) seen.emplace(hill).taken = false;
    const double from = std::min(seen->from, hill.from), to = std::max(seen->to, hill.to);
    const bool taken = seen->taken || was_taken;
    if (hill.level > seen->level) seen = hill;
    seen->from = from;
    seen->to = to;
    seen->taken = taken;
  }
  return seen;
}

// A track grows at once and shrinks within the time in which it would be gone, so that a pause in the modulation does
// not cut it into several.
void AppearWatch::place(Track& track, const Hill& seen, double seconds) const {
  const double shrink = std::min(1.0, seconds / std::max(rule_.gone, seconds));
  track.from = std::min(seen.from, track.from + shrink * (seen.from - track.from));
  track.to = std::max(seen.to, track.to + shrink * (seen.to - track.to));
  if (!std::exchange(track.measured, true) || seen.level > track.alarm.peak) {
    track.alarm.peak = seen.level;
    track.alarm.frequency = seen.peak_hz;
    track.alarm.floor = seen.floor;
  }
  track.alarm.width = std::max(track.alarm.width, seen.to - seen.from);
}

void AppearWatch::follow(Track& track, const RowScan& scan, AlarmChanges& changes) {
  const auto seen = seen_of(track, scan);
  if (seen && seen->taken) {
    if (track.latch.active()) end(track, "part of another signal", changes);
    return track.latch.reset();
  }
  if (seen) place(track, *seen, scan.seconds);
  const Seen state = seen ? Seen::On : scan.shows_absence ? Seen::Off : Seen::Unknown;
  turn(track, track.latch.observe(state, scan.row.time, scan.seconds), changes);
}

void AppearWatch::begin(const Hill& hill, const RowScan& scan, AlarmChanges& changes) {
  if (tracks_.size() >= kMostTracks) return;
  Track& track = tracks_.emplace_back(
      Track{alarm_of(++last_track_), Latch({rule_.least, rule_.gone, rule_.duty}), hill.from, hill.to});
  place(track, hill, scan.seconds);
  turn(track, track.latch.observe(Seen::On, scan.row.time, scan.seconds), changes);
}

void AppearWatch::end(Track& track, std::string_view reason, AlarmChanges& changes) {
  track.alarm.end = track.alarm.last_on;
  track.alarm.reason = reason;
  changes.push_back({AlarmChange::Kind::End, track.alarm});
}

void AppearWatch::turn(Track& track, Latch::Turn turn, AlarmChanges& changes) {
  Alarm& alarm = track.alarm;
  alarm.last_on = track.latch.last_on();
  alarm.duty = track.latch.duty();
  if (turn == Latch::Turn::Begins) {
    alarm.begin = track.latch.begin();
    if (rule_.learns_until && alarm.begin < *rule_.learns_until) return learn(track);
    changes.push_back({AlarmChange::Kind::Begin, alarm});
  }
  if (turn != Latch::Turn::Ends) {
    if (track.latch.active()) changes.push_back({AlarmChange::Kind::Update, alarm});
    return;
  }
  end(track, "gone", changes);
}

// With as much again on either side: it may drift.
void AppearWatch::learn(Track& track) {
  const double margin = track.to - track.from;
  const KnownRange known{.range = {Hertz{track.from - margin}, Hertz{track.to + margin}}, .label = ""};
  rule_.known.push_back(known);
  learnt_.push_back(known);
  track.latch.reset();
}

void AppearWatch::interrupt(std::string_view reason, AlarmChanges& changes) {
  for (Track& track : tracks_)
    if (track.latch.active()) end(track, reason, changes);
  tracks_.clear();
}

bool AppearWatch::resume(const Alarm& alarm) {
  Track track{alarm, Latch({0, rule_.gone, 0}), alarm.frequency - alarm.width / 2, alarm.frequency + alarm.width / 2};
  track.latch.observe(Seen::On, alarm.begin, std::chrono::duration<double>(alarm.last_on - alarm.begin).count());
  track.measured = true;
  tracks_.push_back(std::move(track));
  return true;
}

}  // namespace spectrumd
