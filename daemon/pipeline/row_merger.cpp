// SPDX-License-Identifier: MIT
#include "daemon/pipeline/row_merger.h"

#include <algorithm>
#include <cassert>

#include "daemon/pipeline/view.h"

namespace spectrumd {

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
  const Window whole = window_of(row, row.bins(), View{.bins = most_bins_});
  const std::vector<Centibel> mean = levels_in(row, Detector::Mean, whole);
  const std::vector<Centibel> max = levels_in(row, Detector::Max, whole);
  const std::vector<Centibel> min = levels_in(row, Detector::Min, whole);
  for (std::size_t i = 0; i < power_.size(); ++i) {
    power_[i] += static_cast<float>(power_of(mean[i]) * row.ffts);
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
  std::vector<Centibel> mean(power_.size());
  row->ffts = static_cast<std::uint32_t>(std::min<std::uint64_t>(ffts_, UINT32_MAX));
  const float scale = 1 / static_cast<float>(std::max<std::uint64_t>(ffts_, 1));
  std::transform(power_.begin(), power_.end(), mean.begin(),
                 [scale](float power) { return centibel_from_power(power * scale); });
  row->levels = {Pyramid(Pool::Mean, mean), Pyramid(Pool::Max, max_), Pyramid(Pool::Min, min_)};
  rows_ = 0;
  return row;
}

}  // namespace spectrumd
