// SPDX-License-Identifier: MIT
#include "daemon/pipeline/view.h"

#include <algorithm>
#include <cmath>

namespace spectrumd {

namespace {

// An edge computed to lie on a bin is on it, despite rounding.
constexpr double kEdgeSlack = 1e-6;

std::size_t clamp_to_bins(double bin, std::size_t row_bins) {
  return static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(row_bins)));
}

}  // namespace

Window window_of(const RowFacts& facts, std::size_t row_bins, const View& view) {
  const double bin = facts.span.value / static_cast<double>(row_bins);
  const double start = facts.center.value - facts.span.value / 2;
  Window window{0, row_bins, 0, facts.center, facts.span};
  if (view.from) window.first = clamp_to_bins(std::floor((view.from->value - start) / bin + kEdgeSlack), row_bins);
  if (view.to) window.last = clamp_to_bins(std::ceil((view.to->value - start) / bin - kEdgeSlack), row_bins);
  if (window.last <= window.first) return {};
  const std::size_t width = window.last - window.first;
  window.bins = std::min(view.bins, width);
  window.span.value = static_cast<double>(width) * bin;
  window.center.value = start + static_cast<double>(window.first) * bin + window.span.value / 2;
  return window;
}

const Pyramid& levels_of(const Row& row, Detector detector) {
  return row
      .levels[static_cast<std::size_t>(std::find(kDetectors.begin(), kDetectors.end(), detector) - kDetectors.begin())];
}

std::vector<Centibel> levels_in(const Row& row, Detector detector, const Window& window) {
  const Pyramid& levels = levels_of(row, detector);
  const std::size_t width = window.last - window.first;
  std::vector<Centibel> pooled(window.bins);
  for (std::size_t piece = 0; piece < window.bins; ++piece)
    pooled[piece] =
        levels.pooled(window.first + piece * width / window.bins, window.first + (piece + 1) * width / window.bins);
  return pooled;
}

RowPtr windowed(const Row& row, const View& view) {
  const Window window = window_of(row, row.bins(), view);
  auto seen = std::make_shared<Row>();
  static_cast<RowFacts&>(*seen) = row;
  seen->center = window.center;
  seen->span = window.span;
  for (std::size_t i = 0; i < kDetectors.size(); ++i)
    seen->levels[i] = Pyramid(row.levels[i].pool(), levels_in(row, kDetectors[i], window));
  return seen;
}

bool same_band(const Row& a, const Row& b) {
  return a.center == b.center && a.span == b.span && a.bins() == b.bins() && a.generation == b.generation &&
         a.epoch == b.epoch;
}

}  // namespace spectrumd
