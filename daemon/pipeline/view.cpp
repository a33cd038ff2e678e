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

std::span<const Centibel> peaks_of_mean(const Row& row) {
  return row.peaks_of_mean.empty() ? levels_of(row, Detector::Mean).full() : std::span(row.peaks_of_mean);
}

// A plain loop, which the compiler turns into a few vector instructions; kNoLevel is below all levels.
Centibel strongest(std::span<const Centibel> levels) {
  Centibel found = kNoLevel;
  for (const Centibel level : levels) found = std::max(found, level);
  return found;
}

template <class PoolBins>
std::vector<Centibel> pool_pieces(const Window& window, PoolBins pool) {
  const std::size_t width = window.last - window.first;
  std::vector<Centibel> pooled(window.bins);
  for (std::size_t piece = 0; piece < window.bins; ++piece)
    pooled[piece] = pool(window.first + piece * width / window.bins, window.first + (piece + 1) * width / window.bins);
  return pooled;
}

std::vector<Centibel> peaks_in(const Row& row, const Window& window) {
  const std::span<const Centibel> peaks = peaks_of_mean(row);
  return pool_pieces(
      window, [peaks](std::size_t first, std::size_t last) { return strongest(peaks.subspan(first, last - first)); });
}

std::vector<Centibel> pooled_in(const Pyramid& levels, const Window& window) {
  return pool_pieces(window, [&levels](std::size_t first, std::size_t last) { return levels.pooled(first, last); });
}

}  // namespace

Window window_of(const RowFacts& facts, std::size_t row_bins, const View& view) {
  const double bin = facts.span.value / static_cast<double>(row_bins);
  const double start = facts.center.value - facts.span.value / 2;
  Window window{0, row_bins, 0, view.mean_pool, facts.center, facts.span};
  if (view.from) window.first = clamp_to_bins(std::floor((view.from->value - start) / bin + kEdgeSlack), row_bins);
  if (view.to) window.last = clamp_to_bins(std::ceil((view.to->value - start) / bin - kEdgeSlack), row_bins);
  if (window.last <= window.first) return {};
  const std::size_t width = window.last - window.first;
  window.bins = std::min(view.bins, width);
  window.span.value = static_cast<double>(width) * bin;
  window.center.value = start + static_cast<double>(window.first) * bin + window.span.value / 2;
  return window;
}

View without_edges(const View& view) { return {.from = {}, .to = {}, .bins = view.bins, .mean_pool = view.mean_pool}; }

const Pyramid& levels_of(const Row& row, Detector detector) {
  return row
      .levels[static_cast<std::size_t>(std::find(kDetectors.begin(), kDetectors.end(), detector) - kDetectors.begin())];
}

std::vector<Centibel> levels_in(const Row& row, Detector detector, const Window& window) {
  if (detector == Detector::Mean && window.mean_pool == Pool::Max) return peaks_in(row, window);
  return pooled_in(levels_of(row, detector), window);
}

RowPtr windowed(const Row& row, const View& view) {
  const Window window = window_of(row, row.bins(), view);
  auto seen = std::make_shared<Row>();
  static_cast<RowFacts&>(*seen) = row;
  seen->center = window.center;
  seen->span = window.span;
  for (std::size_t i = 0; i < kDetectors.size(); ++i)
    seen->levels[i] = Pyramid(row.levels[i].pool(), pooled_in(row.levels[i], window));
  if (!row.peaks_of_mean.empty() || window.bins < window.last - window.first)
    seen->peaks_of_mean = peaks_in(row, window);
  return seen;
}

bool same_band(const Row& a, const Row& b) {
  return a.center == b.center && a.span == b.span && a.bins() == b.bins() && a.generation == b.generation &&
         a.epoch == b.epoch;
}

}  // namespace spectrumd
