// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "daemon/pipeline/row.h"

namespace spectrumd {

// Cells of equal width that rows of any tuning are brought to, so that they line up in a picture or a table. A bin
// covers half of its width on each side of its frequency.
struct ColumnGrid {
  Hertz from, to;
  std::size_t columns = 0;

  Hertz width() const { return {(to.value - from.value) / static_cast<double>(columns)}; }
  Hertz middle(std::size_t column) const { return {from.value + (static_cast<double>(column) + 0.5) * width().value}; }
};

// The grid whose cells are the bins of such rows, as far as the range reaches; at most so many columns, then of several
// bins.
ColumnGrid grid_of(const RowFacts& facts, std::size_t bins, std::optional<Hertz> from, std::optional<Hertz> to,
                   std::size_t most_columns);

// One level for each column: of several bins the strongest (with Min the weakest), kNoLevel where the row has none.
void levels_on(const ColumnGrid& grid, const Row& row, Detector detector, std::span<Centibel> levels);

}  // namespace spectrumd
