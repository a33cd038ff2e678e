// SPDX-License-Identifier: MIT
#include "daemon/watch/range_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace spectrumd {
namespace {

constexpr double kSilence = 10;  // seconds without rows, after which nothing is known

Timing timing_of(const Rule& rule) { return {rule.least, rule.gone, rule.duty}; }

}  // namespace

RangeWatch::RangeWatch(Rule rule, std::uint64_t& last_track)
    : RuleWatch(std::move(rule)), latch_(timing_of(rule_)), last_track_(last_track) {}

void RangeWatch::look(const RowScan& scan, AlarmChanges& changes) {
  if (!scan.holds(rule_.range)) {
    interrupt("retuned", changes);
    state_ = {RuleState::State::Waiting, "its range is not received"};
    return;
  }
  const auto finding = find(scan);
  if (!finding) return;
  const double asked = latch_.active() ? -rule_.hysteresis : 0;
  const bool on = finding->excess >= asked;
  if (on) note(*finding);
  const Seen seen = on ? Seen::On : scan.shows_absence ? Seen::Off : Seen::Unknown;
  turned(latch_.observe(seen, scan.row.time, scan.seconds), changes);
  state_ = {alarm_ ? RuleState::State::Alarm : RuleState::State::Watching, ""};
}

void RangeWatch::note(const Finding& finding) {
  if (latch_.idle() || finding.excess > strongest_.excess) strongest_ = finding;
}

void RangeWatch::turned(Latch::Turn turn, AlarmChanges& changes) {
  if (turn == Latch::Turn::Begins) begin_alarm(latch_.begin(), changes);
  if (alarm_) update_alarm(changes);
  if (turn == Latch::Turn::Ends) end_alarm("gone", changes);
}

void RangeWatch::begin_alarm(Time time, AlarmChanges& changes) {
  alarm_ = alarm_of(++last_track_);
  alarm_->begin = time;
  update_alarm(changes);
  changes.back().kind = AlarmChange::Kind::Begin;
}

void RangeWatch::update_alarm(AlarmChanges& changes) {
  alarm_->last_on = latch_.last_on();
  alarm_->duty = latch_.duty();
  alarm_->frequency = strongest_.hertz;
  alarm_->width = strongest_.width;
  alarm_->peak = strongest_.level;
  alarm_->floor = strongest_.floor;
  changes.push_back({AlarmChange::Kind::Update, *alarm_});
}

void RangeWatch::end_alarm(std::string_view reason, AlarmChanges& changes) {
  if (!alarm_) return;
  alarm_->end = alarm_->last_on;
  alarm_->reason = reason;
  changes.push_back({AlarmChange::Kind::End, *alarm_});
  alarm_.reset();
}

void RangeWatch::wait(Time, double silent, AlarmChanges& changes) {
  if (silent < kSilence) return;
  end_alarm("no data", changes);
  latch_.reset();
  state_ = {RuleState::State::Waiting, "the radio delivers no rows"};
}

void RangeWatch::interrupt(std::string_view reason, AlarmChanges& changes) {
  end_alarm(reason, changes);
  latch_.reset();
  forget();
}

bool RangeWatch::resume(const Alarm& alarm) {
  alarm_ = alarm;
  strongest_ = {0, alarm.frequency, alarm.peak, alarm.floor, alarm.width};
  latch_.resume(alarm.begin, alarm.last_on);
  return true;
}

double LevelWatch::limit_at(double hertz) const {
  const auto& points = rule_.limits;
  const auto right = std::ranges::find_if(points, [&](const LimitPoint& p) { return p.frequency.value >= hertz; });
  if (right == points.end() || (right == points.begin() && right->frequency.value > hertz))
    return std::numeric_limits<double>::infinity();
  if (right->frequency.value == hertz) return right->level.value;
  const LimitPoint& left = *std::prev(right);
  const double share = (hertz - left.frequency.value) / (right->frequency.value - left.frequency.value);
  return std::lerp(left.level.value, right->level.value, share);
}

std::optional<RangeWatch::Finding> LevelWatch::find(const RowScan& scan) {
  if (rule_.reference == Reference::Usual && scan.usual.empty()) {
    state_ = {RuleState::State::Learning, "what is usual at this hour is not known yet"};
    return std::nullopt;
  }
  Finding found;
  const BinRange range = scan.bins_of(rule_.range);
  for (std::size_t bin = range.first; bin < range.last; ++bin) {
    const double hertz = scan.hertz(static_cast<double>(bin));
    if (std::ranges::any_of(rule_.ignored,
                            [&](const Span& span) { return hertz >= span.from.value && hertz <= span.to.value; }))
      continue;
    double excess = excess_at(scan, rule_, bin);
    if (rule_.kind == RuleKind::Mask) excess -= limit_at(hertz);
    if (excess <= found.excess) continue;
    found = {excess, hertz, level_at(scan, rule_, bin), decibels(scan.floor[bin]), 0};
  }
  if (rule_.kind == RuleKind::Below) found.excess = -found.excess;
  return found;
}

bool VanishWatch::resume(const Alarm& alarm) {
  RangeWatch::resume(alarm);
  latch_.reset();
  return true;
}

void VanishWatch::look(const RowScan& scan, AlarmChanges& changes) {
  if (recalled_age_) present_ = scan.row.time - std::chrono::nanoseconds(std::llround(*recalled_age_ * 1e9));
  recalled_age_.reset();
  if (present_ && latch_.idle()) latch_.resume(*present_, *present_);
  RangeWatch::look(scan, changes);
}

std::vector<float> VanishWatch::memory() const {
  if (!present_) return {0};
  return {1, static_cast<float>(strongest_.hertz - rule_.range->from.value), static_cast<float>(strongest_.level),
          static_cast<float>(strongest_.floor)};
}

void VanishWatch::recall(std::span<const float> learnt, double age) {
  if (learnt.size() < 4) return;
  recalled_age_ = age;
  strongest_ = {0, rule_.range->from.value + learnt[1], learnt[2], learnt[3], 0};
}

void VanishWatch::turned(Latch::Turn turn, AlarmChanges& changes) {
  if (turn == Latch::Turn::Ends) begin_alarm(latch_.last_on(), changes);
  if (turn == Latch::Turn::Begins && alarm_) {
    alarm_->last_on = latch_.begin();
    end_alarm("back", changes);
  }
  present_ = latch_.active() ? std::optional(latch_.last_on()) : std::nullopt;
}

void HealthWatch::look(const RowScan& scan, AlarmChanges& changes) {
  if (rule_.ailment != Ailment::NoData) return RangeWatch::look(scan, changes);
  turned(latch_.observe(Seen::Off, scan.row.time, scan.seconds), changes);
  state_ = {alarm_ ? RuleState::State::Alarm : RuleState::State::Watching, ""};
}

// A second of silence; the first ones are those of a slow row or a sweep.
void HealthWatch::wait(Time now, double silent, AlarmChanges& changes) {
  if (rule_.ailment != Ailment::NoData) return RangeWatch::wait(now, silent, changes);
  if (silent < 2) return;
  strongest_.level = 100;
  turned(latch_.observe(Seen::On, now - std::chrono::seconds(1), 1), changes);
  state_ = {alarm_ ? RuleState::State::Alarm : RuleState::State::Watching, ""};
}

std::optional<RangeWatch::Finding> HealthWatch::find(const RowScan& scan) {
  const double percent = 100 * (rule_.ailment == Ailment::Overload ? scan.row.clipped : 1 - scan.row.coverage);
  return Finding{percent - rule_.level, 0, percent, scan.band_floor, 0};
}

}  // namespace spectrumd
