// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "daemon/pipeline/history.h"
#include "daemon/watch/sentry.h"

namespace spectrumd {

// Rows of the past, oldest first: the next one, or null at the end.
using NextRow = std::function<RowPtr()>;

// Those that a history has in memory of [since, until): merged where it has no others.
NextRow rows_of(const History& history, Time since, Time until);

// What 90 % of the levels of each bin of a row were below at its hour of the week; empty if not known.
using UsualOf = std::function<std::span<const Centibel>(const Row& row)>;

// What a rule would have found.
struct Trial {
  std::size_t rows = 0;
  Time since, until;            // of the rows
  double coarsest_seconds = 0;  // the longest row: what is shorter than the rule's least duration may be longer here
  std::size_t count = 0;
  std::vector<Alarm> alarms;  // the first of them
};
inline constexpr std::size_t kMostTrialAlarms = 200, kMostTrialRows = 200'000;

Trial try_rule(Rule rule, const NextRow& next, const UsualOf& usual);

}  // namespace spectrumd
