// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/watch/book/book.h"
#include "daemon/watch/evidence/evidence_keeper.h"
#include "daemon/watch/notify/messenger.h"
#include "daemon/watch/rule_watch.h"
#include "daemon/watch/watch_parts.h"

namespace spectrumd {

// Does for each alarm what its rule asks for: an event, a line in the book, samples, evidence, messages. An alarm that
// cannot be written is an event all the same. One thread; blocks on the disk, and may throw DatabaseError.
class AlarmReporter {
 public:
  struct Hooks {
    std::function<std::optional<Rule>(std::int64_t id)> rule;  // nullopt: it has been removed
    std::function<void(const std::string& reason)> written;    // an empty reason: the book could be written
  };
  AlarmReporter(const WatchParts& parts, Book& book, const EvidenceFolder& folder, Hooks hooks);

  void resume(const Alarm& alarm);  // is open, in the book
  void report(const AlarmChanges& changes);
  void keep_evidence(Time last_row);
  void write_open();  // as they are now

  std::size_t open_alarms() const { return open_.size(); }
  std::uint64_t evidence_bytes() const { return keeper_.bytes(); }

 private:
  void begin(Alarm alarm);
  void update(const Alarm& alarm);
  void end(Alarm alarm);
  bool written(const std::function<void()>& action);
  void announce(const Alarm& alarm, const Actions& actions);
  void record(const Alarm& alarm, const Actions& actions);

  const WatchParts& parts_;
  Book& book_;
  const EvidenceFolder& folder_;
  const Hooks hooks_;
  EvidenceKeeper keeper_;
  std::map<std::uint64_t, Alarm> open_;  // by track
  Messenger messenger_;
};

}  // namespace spectrumd
