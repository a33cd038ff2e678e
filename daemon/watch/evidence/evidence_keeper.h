// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "daemon/watch/book/book.h"
#include "daemon/watch/evidence/evidence.h"
#include "daemon/watch/watch_parts.h"

namespace spectrumd {

// Keeps the evidence of alarms once the rows after their begin are there, and removes the oldest where all of it
// exceeds its limit. Up to 100 alarms wait; more have none. One thread; blocks on the disk, and throws DatabaseError.
class EvidenceKeeper {
 public:
  EvidenceKeeper(const WatchParts& parts, Book& book, const EvidenceFolder& folder);

  void expect(const Alarm& alarm);       // which has just begun
  void keep_what_is_due(Time last_row);  // the end of that
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Pending {
    Alarm alarm;
    Time due;                                      // by the rows
    std::chrono::steady_clock::time_point latest;  // where no more come
  };
  void keep(const Alarm& alarm);
  void make_room();

  const WatchParts& parts_;
  Book& book_;
  const EvidenceFolder& folder_;
  std::vector<Pending> pending_;
  std::uint64_t bytes_ = 0;
};

}  // namespace spectrumd
