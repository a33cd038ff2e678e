// SPDX-License-Identifier: MIT
#include "daemon/outputs/picture/level_plane.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace spectrumd {
namespace {

constexpr int kPartsOfDecibel = 10;  // of the histogram
constexpr int kCentibelsOfPart = 100 / kPartsOfDecibel;
constexpr Centibel kBelowNoise = 200, kAboveStrongest = 200, kLeastRange = 3000;
constexpr double kNoiseShare = 0.05, kStrongestShare = 0.9995;

std::size_t part_of(Centibel level) { return static_cast<std::size_t>((level - INT16_MIN) / kCentibelsOfPart); }

}  // namespace

LevelPlane::LevelPlane(Time since, Time until, const ColumnGrid& grid, std::size_t lines, Detector detector)
    : since_(since),
      until_(until),
      grid_(grid),
      detector_(detector),
      step_(std::max(std::chrono::nanoseconds(1), (until - since) / static_cast<std::int64_t>(lines))),
      ends_(lines),
      levels_(lines * grid.columns, kNoLevel),
      row_levels_(grid.columns) {}

std::span<const Centibel> LevelPlane::line(std::size_t line) const {
  return std::span(levels_).subspan(line * grid_.columns, grid_.columns);
}

// A row is part of every line that it overlaps.
void LevelPlane::add(const Row& row) {
  const Time end = row.time + std::max(row.duration, std::chrono::nanoseconds(1));
  if (end <= since_ || row.time >= until_) return;
  levels_on(grid_, row, detector_, row_levels_);
  const auto first = std::max<std::int64_t>(0, (row.time - since_) / step_);
  const auto last = (std::min(end, until_) - since_ - std::chrono::nanoseconds(1)) / step_;
  for (auto line = static_cast<std::size_t>(first); line <= static_cast<std::size_t>(last) && line < lines(); ++line)
    add_to(line, row);
}

void LevelPlane::add_to(std::size_t line, const Row& row) {
  const auto kept = std::span(levels_).subspan(line * grid_.columns, grid_.columns);
  End& end = ends_[line];
  if (end.epoch != row.epoch && row.time < end.time) std::ranges::fill(kept, kNoLevel);
  end = {row.epoch, row.time + row.duration};
  const bool weakest = detector_ == Detector::Min;
  for (std::size_t column = 0; column < kept.size(); ++column) {
    const Centibel level = row_levels_[column];
    if (level == kNoLevel) continue;
    const bool replaces = kept[column] == kNoLevel || (weakest ? level < kept[column] : level > kept[column]);
    if (replaces) kept[column] = level;
  }
}

LevelRange LevelPlane::usual_range() const {
  std::vector<std::size_t> counts(part_of(INT16_MAX) + 1);
  for (const Centibel level : levels_) ++counts[part_of(level)];
  counts[part_of(kNoLevel)] = 0;
  const auto all = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  const auto level_at = [&](double share) {
    double seen = 0;
    std::size_t part = 0;
    for (; part + 1 < counts.size() && seen + static_cast<double>(counts[part]) < share * all; ++part)
      seen += static_cast<double>(counts[part]);
    return static_cast<int>(part) * kCentibelsOfPart + INT16_MIN;
  };
  if (all == 0) return {-12000, 0};
  const int low = std::max(level_at(kNoiseShare) - kBelowNoise, INT16_MIN + 1);
  const int high = std::max(level_at(kStrongestShare) + kAboveStrongest, low + kLeastRange);
  return {static_cast<Centibel>(low), static_cast<Centibel>(std::min<int>(high, INT16_MAX))};
}

}  // namespace spectrumd
