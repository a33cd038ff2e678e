// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "daemon/watch/row_scan.h"

namespace spectrumd {

// Neighbouring bins of a row above the level of a rule less its hysteresis, with gaps of up to three.
struct Hill {
  double from = 0, to = 0;  // Hz
  double peak_hz = 0, level = 0, floor = 0;
  bool high = false;  // reaches the level itself
  bool taken = false;
};

// Those in the range of a rule, by frequency. `hills` is used again from row to row.
void find_hills(const RowScan& scan, const Rule& rule, std::vector<Hill>& hills);

// Makes pairs that are mirror images of each other about a stronger hill part of that: the sidebands of AM, the pilot
// and the RDS of a silent FM station. Both sides are equal to 1 dB and 3 dB or more below the middle, up to 60 kHz from
// it. `are_apart` says of such three whether they are known to be different signals.
using AreApart = std::function<bool(const Hill& left, const Hill& middle, const Hill& right)>;
void join_sidebands(std::vector<Hill>& hills, double bin_hz, const AreApart& are_apart);

}  // namespace spectrumd
