// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daemon/watch/rule_watch.h"

namespace spectrumd {

// All rules at work on rows, oldest first, from wherever they come. One thread; nothing blocks.
class Sentry {
 public:
  // Adds a rule, or replaces that of the same id, whose alarms end; off if it is not enabled.
  void set(const Rule& rule, AlarmChanges& changes);
  void remove(std::int64_t id, AlarmChanges& changes);

  // Whether levels of this row cannot be compared with those of the row before; true for the first.
  bool is_retuned(const Row& row) const;

  // Ends what is open if that is so. look() does this as well: in between, rules may recall what they have learnt under
  // the tuning to come.
  void retune(const Row& row, AlarmChanges& changes);
  std::vector<RuleMemory> memories(Time until) const;
  void recall(const RuleMemory& memory, Time now);

  // `usual`: what 90 % of the levels of each bin are below at this hour, if known.
  // Returns the scan, valid until the next; nullopt for a row that no rule looks at.
  std::optional<RowScan> look(const Row& row, std::span<const Centibel> usual, AlarmChanges& changes);
  void wait(Time now, double silent, AlarmChanges& changes);  // each second without rows

  // After a restart: the track of the alarm that continues; nullopt if its rule is gone.
  std::optional<std::uint64_t> resume(const Alarm& alarm);

  const RuleWatch* find(std::int64_t id) const;
  std::span<const std::unique_ptr<RuleWatch>> watches() const { return watches_; }
  std::vector<Rule> take_learnt();  // rules that have learnt since the last call, as they are now

 private:
  std::uint64_t last_track_ = 0;
  std::vector<std::unique_ptr<RuleWatch>> watches_;
  RowScanner scanner_;
  std::optional<RowFacts> tuned_;
  std::size_t bins_ = 0;
};

}  // namespace spectrumd
