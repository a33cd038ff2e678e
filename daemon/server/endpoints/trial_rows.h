// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "daemon/store/past_rows.h"
#include "daemon/watch/trial.h"

namespace spectrumd {

// Rows of [since, until) for a trial of a rule, from the disk and from memory: as fine as the number of rows of a trial
// allows, and read a stretch at a time, because PastRows takes coarser ones for what would be too much at once. One
// thread; blocks on the disk.
class TrialRows {
 public:
  TrialRows(const History& history, const StoreReader* store, Time since, Time until);  // null: memory alone

  RowPtr next();  // null at the end

 private:
  const History& history_;
  const StoreReader* const store_;
  Time since_;  // of the next stretch
  const Time until_;
  const std::chrono::nanoseconds stretch_;
  std::optional<PastRows> rows_;
};

}  // namespace spectrumd
