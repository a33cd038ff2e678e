// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "qpu/hazards/effects.h"
#include "qpu/hazards/finding.h"
#include "qpu/hazards/state.h"

namespace qpu {

// A word and one that executes `distance` words after it: 1 is the next.
struct Pair {
  const Effects& first;
  const Effects& second;
  std::size_t first_word, second_word;
  int distance;
  const State& before_first;
  const State& before_second;
};

inline constexpr int kFarthestPair = 3;  // no rule looks farther

void check_pair(const Pair& pair, Findings& findings);

}  // namespace qpu
