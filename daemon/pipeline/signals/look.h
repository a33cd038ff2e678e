// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "daemon/pipeline/peaks.h"
#include "daemon/pipeline/row.h"
#include "daemon/pipeline/signals/regions.h"

namespace spectrumd {

// About half a second of rows, as signals are looked for in them.
struct Look {
  const Row& row;                    // the rows merged
  std::span<const RowPtr> rows;      // each of them
  std::span<const Centibel> levels;  // mean levels of the merged row
  std::span<const float> average;    // powers of the last seconds
  const PeakMeter& meter;
  Thresholds thresholds;

  Time end() const { return row.time + row.duration; }
  double floor_power() const { return power_of(thresholds.floor); }
  double bin_hz() const { return row.bin_width().value; }
  // Places are in bins from the lowest frequency: bin n is in the middle of [n - 1/2, n + 1/2).
  double hertz(double place) const {
    return row.center.value + (place - static_cast<double>(levels.size() / 2)) * bin_hz();
  }
  double place(double hertz) const {
    return (hertz - row.center.value) / bin_hz() + static_cast<double>(levels.size() / 2);
  }
};

}  // namespace spectrumd
