// SPDX-License-Identifier: MIT
#include "daemon/pipeline/row_in_progress.h"

#include <algorithm>
#include <utility>

namespace spectrumd {

void RowInProgress::prepare(std::size_t bins) {
  const std::scoped_lock lock(mutex_);
  for (auto& layer : layers_) layer.resize(std::min(bins, kMostBins));
  clear();
}

void RowInProgress::begin() {
  const std::scoped_lock lock(mutex_);
  clear();
}

void RowInProgress::clear() {
  for (auto& layer : layers_) std::ranges::fill(layer, kNoLevel);
  shown_ = false;
}

void RowInProgress::add(const RowFacts& so_far, std::size_t first_bin, const Levels& levels) {
  const std::scoped_lock lock(mutex_);
  facts_ = so_far;
  for (std::size_t layer = 0; layer < kLayers; ++layer)
    std::copy(levels[layer].begin(), levels[layer].end(),
              layers_[layer].begin() + static_cast<std::ptrdiff_t>(first_bin));
}

void RowInProgress::show() {
  std::shared_ptr<const std::function<void()>> observer;
  {
    const std::scoped_lock lock(mutex_);
    shown_ = true;
    observer = observer_;
  }
  ++version_;
  if (observer && *observer) (*observer)();
}

void RowInProgress::end() {
  {
    const std::scoped_lock lock(mutex_);
    shown_ = false;
  }
  ++version_;
}

std::size_t RowInProgress::cells() const {
  const std::scoped_lock lock(mutex_);
  return shown_ ? layers_.front().size() : 0;
}

// Under the lock levels are copied, and nothing else: memory is taken before, the pyramids are made afterwards.
RowPtr RowInProgress::row() const {
  const std::size_t wanted = cells();
  if (wanted == 0) return nullptr;
  auto row = std::make_shared<Row>();
  std::array<std::vector<Centibel>, kLayers> copies;
  for (auto& copy : copies) copy.resize(wanted);
  {
    const std::scoped_lock lock(mutex_);
    if (!shown_ || layers_.front().size() != wanted) return nullptr;
    for (std::size_t layer = 0; layer < kLayers; ++layer) std::ranges::copy(layers_[layer], copies[layer].begin());
    static_cast<RowFacts&>(*row) = facts_;
  }
  constexpr std::array kPools{Pool::Mean, Pool::Max, Pool::Min};
  for (std::size_t i = 0; i < kPools.size(); ++i) row->levels[i] = Pyramid(kPools[i], copies[i]);
  row->peaks_of_mean = std::move(copies.back());
  return row;
}

void RowInProgress::observe(std::function<void()> observer) {
  const std::scoped_lock lock(mutex_);
  observer_ = std::make_shared<const std::function<void()>>(std::move(observer));
}

}  // namespace spectrumd
