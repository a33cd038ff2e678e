// SPDX-License-Identifier: MIT
#include "daemon/pipeline/row_merger.h"

#include <algorithm>
#include <cassert>

#include "daemon/pipeline/view.h"

namespace spectrumd {

namespace {

Window with_peaks(Window window) {
  window.mean_pool = Pool::Max;
  return window;
}

// Bins without data add nothing, so that those that never had any stay without.
void add_power(std::vector<float>& sum, const std::vector<Centibel>& levels, std::uint32_t ffts) {
  for (std::size_t i = 0; i < sum.size(); ++i)
    if (levels[i] != kNoLevel) sum[i] += static_cast<float>(power_of(levels[i]) * ffts);
}

std::vector<Centibel> mean_levels(const std::vector<float>& sum, std::uint64_t ffts) {
  const float scale = 1 / static_cast<float>(std::max<std::uint64_t>(ffts, 1));
  std::vector<Centibel> levels(sum.size());
  std::ranges::transform(sum, levels.begin(),
                         [scale](float power) { return power > 0 ? centibel_from_power(power * scale) : kNoLevel; });
  return levels;
}

}  // namespace

RowMerger::RowMerger(std::size_t most_bins) : most_bins_(most_bins) {}

bool RowMerger::accepts(const Row& row) const {
  return empty() || (row.center == facts_.center && row.span == facts_.span && row.bins() == row_bins_ &&
                     row.generation == facts_.generation && row.epoch == facts_.epoch);
}

void RowMerger::begin(const Row& row) {
  facts_ = row;
  facts_.flags = 0;
  ffts_ = 0;
  row_bins_ = row.bins();
  const std::size_t bins = std::min(row_bins_, most_bins_);
  power_.assign(bins, 0);
  peak_power_.assign(bins < row_bins_ || !row.peaks_of_mean.empty() ? bins : 0, 0);
  max_.assign(bins, kNoLevel);
  min_.assign(bins, INT16_MAX);
  seconds_ = covered_ = clipped_ = 0;
}

void RowMerger::add(const Row& row) {
  assert(accepts(row));
  if (empty()) begin(row);
  ++rows_;
  const double seconds = std::chrono::duration<double>(row.duration).count();
  facts_.sequence = row.sequence;
  facts_.duration = row.time + row.duration - facts_.time;
  ffts_ += row.ffts;
  facts_.flags |= row.flags;
  seconds_ += seconds;
  covered_ += row.coverage * seconds;
  clipped_ += row.clipped * seconds;
  add_levels(row);
}

void RowMerger::add_levels(const Row& row) {
  const Window whole = window_of(row, row.bins(), View{.bins = most_bins_, .mean_pool = Pool::Mean});
  add_power(power_, levels_in(row, Detector::Mean, whole), row.ffts);
  if (!peak_power_.empty()) add_power(peak_power_, levels_in(row, Detector::Mean, with_peaks(whole)), row.ffts);
  const std::vector<Centibel> max = levels_in(row, Detector::Max, whole);
  const std::vector<Centibel> min = levels_in(row, Detector::Min, whole);
  for (std::size_t i = 0; i < power_.size(); ++i) {
    max_[i] = std::max(max_[i], max[i]);
    min_[i] = std::min(min_[i], min[i]);
  }
}

RowPtr RowMerger::take() {
  assert(!empty());
  auto row = std::make_shared<Row>();
  static_cast<RowFacts&>(*row) = facts_;
  if (rows_ > 1) row->flags |= kRowMerged;
  if (seconds_ > 0) {
    row->coverage = covered_ / seconds_;
    row->clipped = clipped_ / seconds_;
  }
  row->ffts = static_cast<std::uint32_t>(std::min<std::uint64_t>(ffts_, UINT32_MAX));
  row->peaks_of_mean = mean_levels(peak_power_, ffts_);
  row->levels = {Pyramid(Pool::Mean, mean_levels(power_, ffts_)), Pyramid(Pool::Max, max_), Pyramid(Pool::Min, min_)};
  rows_ = 0;
  return row;
}

}  // namespace spectrumd
