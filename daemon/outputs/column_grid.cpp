// SPDX-License-Identifier: MIT
#include "daemon/outputs/column_grid.h"

#include <algorithm>
#include <cmath>

#include "daemon/pipeline/view.h"

namespace spectrumd {
namespace {

constexpr double kEdgeSlack = 1e-6;  // an edge computed to lie between two bins does, despite rounding

struct Bins {
  std::size_t first, last;
};

std::size_t inside(double bin, std::size_t bins) {
  return static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(bins)));
}

// Of a column from `low` to `high`, in bins. One narrower than a bin shows the bin in its middle.
Bins bins_between(double low, double high, std::size_t bins) {
  if (high - low < 1 - kEdgeSlack) low = high = std::floor((low + high) / 2), ++high;
  return {inside(std::floor(low + kEdgeSlack), bins), inside(std::ceil(high - kEdgeSlack), bins)};
}

std::span<const Centibel> levels_shown(const Row& row, Detector detector) {
  if (detector == Detector::Mean && !row.peaks_of_mean.empty()) return row.peaks_of_mean;
  return levels_of(row, detector).full();
}

Centibel strongest_of(std::span<const Centibel> levels) {
  Centibel found = kNoLevel;  // below all others
  for (const Centibel level : levels) found = std::max(found, level);
  return found;
}

Centibel weakest_of(std::span<const Centibel> levels) {
  Centibel found = INT16_MAX;
  for (const Centibel level : levels)
    if (level != kNoLevel) found = std::min(found, level);
  return found == INT16_MAX ? kNoLevel : found;
}

}  // namespace

ColumnGrid grid_of(const RowFacts& facts, std::size_t bins, std::optional<Hertz> from, std::optional<Hertz> to,
                   std::size_t most_columns) {
  const double bin = facts.span.value / static_cast<double>(bins);
  const double start = facts.center.value - facts.span.value / 2 - bin / 2;
  const double low = from ? std::floor((from->value - start) / bin + kEdgeSlack) : 0;
  const double high = to ? std::ceil((to->value - start) / bin - kEdgeSlack) : static_cast<double>(bins);
  const double width = std::max(1.0, high - low);
  const double together = std::ceil(width / static_cast<double>(std::max<std::size_t>(1, most_columns)));
  const double columns = std::ceil(width / together);
  return {{start + low * bin}, {start + (low + columns * together) * bin}, static_cast<std::size_t>(columns)};
}

void levels_on(const ColumnGrid& grid, const Row& row, Detector detector, std::span<Centibel> levels) {
  const auto shown = levels_shown(row, detector);
  const double bin = row.span.value / static_cast<double>(std::max<std::size_t>(1, shown.size()));
  const double start = (grid.from.value - row.center.value + row.span.value / 2) / bin + 0.5;
  const double step = grid.width().value / bin;
  for (std::size_t column = 0; column < levels.size(); ++column) {
    const double low = start + static_cast<double>(column) * step;
    const Bins bins = bins_between(low, low + step, shown.size());
    levels[column] = kNoLevel;
    if (bins.first >= bins.last) continue;
    const auto part = shown.subspan(bins.first, bins.last - bins.first);
    levels[column] = detector == Detector::Min ? weakest_of(part) : strongest_of(part);
  }
}

}  // namespace spectrumd
