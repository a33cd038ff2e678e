// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daemon/outputs/column_grid.h"
#include "daemon/outputs/picture/palette.h"

namespace spectrumd {

// A rectangle of time and frequency in lines of equal duration, the oldest first. Rows are added in the order in which
// they were made, and not kept: a line has the strongest of its rows (with Min the weakest), so that what was short
// survives. Where times occur twice because the clock was stepped back, the later rows stay. One thread.
class LevelPlane {
 public:
  LevelPlane(Time since, Time until, const ColumnGrid& grid, std::size_t lines, Detector detector);

  void add(const Row& row);

  const ColumnGrid& grid() const { return grid_; }
  std::size_t lines() const { return ends_.size(); }
  std::span<const Centibel> line(std::size_t line) const;
  LevelRange usual_range() const;  // from the noise to the strongest, for colours

 private:
  struct End {  // of what a line has
    std::uint32_t epoch = 0;
    Time time;
  };
  void add_to(std::size_t line, const Row& row);

  const Time since_, until_;
  const ColumnGrid grid_;
  const Detector detector_;
  const std::chrono::nanoseconds step_;
  std::vector<End> ends_;
  std::vector<Centibel> levels_, row_levels_;
};

}  // namespace spectrumd
