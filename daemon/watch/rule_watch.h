// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "daemon/watch/alarm.h"
#include "daemon/watch/row_scan.h"

namespace spectrumd {

using AlarmChanges = std::vector<AlarmChange>;

// One rule at work. One thread.
class RuleWatch {
 public:
  explicit RuleWatch(Rule rule) : rule_(std::move(rule)) {}
  RuleWatch(const RuleWatch&) = delete;
  RuleWatch& operator=(const RuleWatch&) = delete;
  virtual ~RuleWatch() = default;

  virtual void look(const RowScan& scan, AlarmChanges& changes) = 0;

  // A second without a row; `silent` seconds so far. Most rules cannot know anything then.
  virtual void wait(Time, double /*silent*/, AlarmChanges&) {}

  // The rows to come are not comparable with those before: what is open ends.
  virtual void interrupt(std::string_view reason, AlarmChanges& changes) = 0;

  // Continues an alarm that a restart has interrupted; false if this rule has no such.
  virtual bool resume(const Alarm&) { return false; }

  // What it has learnt under this tuning; empty: nothing that would spare learning it again. A watch that continues,
  // after a restart, a retune or a change of its rule, recalls it before its first row; `age` seconds have passed
  // since.
  virtual std::vector<float> memory() const { return {}; }
  virtual void recall(std::span<const float> /*learnt*/, double /*age*/) {}

  const Rule& rule() const { return rule_; }
  const RuleState& state() const { return state_; }
  std::vector<KnownRange> take_learnt() { return std::exchange(learnt_, {}); }  // since the last call

 protected:
  Alarm alarm_of(std::uint64_t track) const;

  Rule rule_;
  RuleState state_;
  std::vector<KnownRange> learnt_;
};

// `last_track` numbers the alarms of all rules.
std::unique_ptr<RuleWatch> watch_for(Rule rule, std::uint64_t& last_track);

}  // namespace spectrumd
