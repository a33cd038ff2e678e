// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "daemon/outputs/column_grid.h"

namespace spectrumd {

// What a table shows.
struct TablePlan {
  ColumnGrid grid;
  Detector detector = Detector::Max;
  std::string_view unit = "dBFS";  // of the levels; outlives the table
  std::size_t rows = 0;            // that will be added
};

// Writes rows as a file of numbers, row by row, so that only one is in memory. One thread; only the sink may block.
class RowTable {
 public:
  using Sink = std::function<void(std::string_view bytes)>;  // may throw

  virtual ~RowTable() = default;
  virtual void add(const Row& row, double rbw_hz) = 0;
  virtual void finish() = 0;  // after the last row
};

// Comma-separated: the first line names the columns, "time (UTC)", "duration (s)", and for each level its frequency and
// unit, "98800000 Hz (dBFS)". A level without data is empty.
std::unique_ptr<RowTable> csv_table(const TablePlan& plan, RowTable::Sink sink);

// Lines of rtl_power, each for the band of its row, whatever the grid covers of it: local time, and levels as
// `spectrumd sweep` has them. Without data: "nan".
std::unique_ptr<RowTable> power_table(const TablePlan& plan, RowTable::Sink sink);

// For numpy.load(): a .npz of `levels` (float32, rows x columns, NaN without data), `times` (datetime64[ns], UTC) and
// `frequencies` (float64, Hz). Throws std::invalid_argument if it would exceed the 4 GiB of its format.
std::unique_ptr<RowTable> npz_table(const TablePlan& plan, RowTable::Sink sink);

}  // namespace spectrumd
