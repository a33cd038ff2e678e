// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "daemon/outputs/column_grid.h"
#include "daemon/store/store_reader.h"

namespace spectrumd {

// The finest level that has at most so many rows in a period and reaches back to its beginning; else the one that
// reaches back furthest. Blocks on the disk.
std::size_t level_for(const StoreReader& reader, Time since, Time until, std::size_t most_rows);

// Rows of one level that begin in [since, until), in the order in which they were made, frame by frame from the disk.
// Only one frame is in memory. One thread; blocks on the disk.
class StoredPeriod {
 public:
  StoredPeriod(const StoreReader& reader, std::size_t level, Time since, Time until);

  struct Item {
    RowPtr row;
    const FrameHead* frame;  // until the next call
  };
  std::optional<Item> next();  // nullopt at the end

  bool empty() const { return frames_.empty(); }
  const std::vector<FrameHead>& frames() const { return frames_; }
  std::size_t frames_read() const { return next_frame_; }
  std::size_t count_rows() const;  // that next() returns altogether; reads the facts of all rows
  std::string_view unit() const;   // of the levels: that of the newest rows received here; "dB" if all were imported

  // All frequencies in cells as wide as the narrowest bin, but at most so many; nullopt without rows in the range.
  std::optional<ColumnGrid> grid(std::optional<Hertz> from, std::optional<Hertz> to, std::size_t most_columns) const;

 private:
  const StoreReader& reader_;
  const std::size_t level_;
  const Time since_, until_;
  std::vector<FrameHead> frames_;
  std::size_t next_frame_ = 0, next_row_ = 0;
  std::vector<RowPtr> rows_;  // of the frame before next_frame_
};

}  // namespace spectrumd
