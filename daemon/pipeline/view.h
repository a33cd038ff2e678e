// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "daemon/pipeline/row.h"

namespace spectrumd {

// The part of a row that a client requests. Without edges it is the whole span, wherever the radio is tuned.
struct View {
  std::optional<Hertz> from;
  std::optional<Hertz> to;
  std::size_t bins = 1024;     // at most; a narrower window gives as many bins as it has
  Pool mean_pool = Pool::Max;  // of the mean detector: Max shows a carrier at its level, Mean the noise at its

  friend bool operator==(const View&, const View&) = default;
};

// The bins [first, last) of a row that a view shows, and the number of pieces they are pooled into. Edges snap outwards
// to whole bins.
struct Window {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t bins = 0;  // at most last - first; 0 when view and row have nothing in common
  Pool mean_pool = Pool::Max;

  Hertz center;
  Hertz span;
};
Window window_of(const RowFacts& facts, std::size_t row_bins, const View& view);

// The same view of rows that have been cut to its edges.
View without_edges(const View& view);

// Returns the part of a row that a view shows, as a row, for either pool of the mean: less to merge and keep if the
// view is narrower or coarser than the row.
RowPtr windowed(const Row& row, const View& view);

// True if both rows have the same tuning, transform and epoch, so that they can be merged.
bool same_band(const Row& a, const Row& b);

const Pyramid& levels_of(const Row& row, Detector detector);

// Returns the levels of one detector in a window, lowest frequency first. Each piece pools all its bins: maxima to
// their maximum, minima to their minimum, means as the window says.
std::vector<Centibel> levels_in(const Row& row, Detector detector, const Window& window);

}  // namespace spectrumd
