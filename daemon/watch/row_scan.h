// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "daemon/pipeline/row.h"
#include "daemon/watch/floor.h"
#include "daemon/watch/rule.h"

namespace spectrumd {

// Places in bins [first, last).
struct BinRange {
  std::size_t first = 0, last = 0;
  bool empty() const { return first >= last; }
};

// One row as rules look at it. It must not outlive what it points to.
struct RowScan {
  const Row& row;
  std::span<const Centibel> mean;          // the strongest means, where bins are pooled
  std::span<const Centibel> max;           // of single transforms
  std::span<const Centibel> floor;         // at each bin
  std::span<const Centibel> usual;         // what 90 % of the levels of each bin are below; empty: not known
  double mean_margin = 0, max_margin = 0;  // dB by which noise may exceed the floor, in one row in years
  double band_floor = 0;                   // dB, of the whole span
  bool shows_absence = true;               // false: samples were lost, so what is not seen may be there
  double seconds = 0;

  double bin_hz() const { return row.bin_width().value; }
  double low_edge() const { return row.center.value - row.span.value / 2; }
  double hertz(double bin) const;  // of the middle of a bin
  Time end() const { return row.time + row.duration; }

  bool holds(const std::optional<Span>& range) const;        // entirely, to half a bin
  BinRange bins_of(const std::optional<Span>& range) const;  // that it touches; all without a range
};

// Makes scans of rows; one is valid until the next is made. One thread.
class RowScanner {
 public:
  RowScan scan(const Row& row, std::span<const Centibel> usual = {});

 private:
  FloorMeter meter_;
};

// Rows that no rule looks at: of the demo band, of a tuner that is not locked, unfinished ones.
bool is_watchable(const RowFacts& row);

// How far a bin is above what a rule asks for, dB; negative: below. For a rule with a reference.
double excess_at(const RowScan& scan, const Rule& rule, std::size_t bin);

// The level that a rule compares with its own, dB: of the mean, or of the bursts.
double level_at(const RowScan& scan, const Rule& rule, std::size_t bin);

}  // namespace spectrumd
