// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/store/sqlite.h"
#include "daemon/watch/book/book.h"

// The columns of a book, in the order in which the functions below read them.
#define ALARM_COLUMNS                                                                                          \
  "id, rule, name, kind, t0, last_on, t1, reason, f_hz, width_hz, peak, floor_db, duty, evidence, recording, " \
  "note"
#define PERIOD_COLUMNS "id, t, seconds, center_hz, span_hz, rows, sample_s, revisit_s, threshold_db, bins"

namespace spectrumd {

inline constexpr Sql kChannelsOfPeriod =
    "SELECT name, f0, f1, samples, used, began, ended, mean_db, floor_db FROM occupancy WHERE period=?1 ORDER BY f0, "
    "f1";

BookedAlarm alarm_in(const Statement& row);
OccupancyPeriod period_in(const Statement& row, Statement& channels);
FloorFacts floor_in(const Statement& row);  // of all columns

}  // namespace spectrumd
