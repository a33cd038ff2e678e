// SPDX-License-Identifier: MIT
#include "daemon/pipeline/sweep_progress.h"

#include <algorithm>

namespace spectrumd {

namespace {

constexpr auto kPeriod = std::chrono::milliseconds(250);

// The power of a bin, 0 if it is not known. The middles of the hops come from the sweep before.
float known_power(const SweepProgress::Powers& powers, std::size_t detector, std::size_t bin, std::size_t end) {
  if (powers.weights[bin] > 0) return powers.weighted[detector][bin] / powers.weights[bin];
  const auto& before = powers.before[detector];
  return before.empty() || bin >= end ? 0 : before[bin];
}

}  // namespace

SweepProgress::SweepProgress(RowInProgress& row, std::size_t bins)
    : row_(row), bins_(bins), cells_(std::min(bins, RowInProgress::kMostBins)) {
  row_.prepare(cells_);
  for (auto& layer : levels_) layer.resize(cells_);
}

void SweepProgress::begin() {
  row_.begin();
  shown_.reset();
}

void SweepProgress::add(const RowFacts& so_far, const Powers& powers, const Part& part) {
  const std::size_t first = part.first * cells_ / bins_;
  const std::size_t last = std::min(cells_, part.last * cells_ / bins_ + 1);
  for (std::size_t cell = first; cell < last; ++cell) note(cell - first, pool(cell, powers, part.end));
  RowInProgress::Levels levels;
  for (std::size_t layer = 0; layer < levels.size(); ++layer)
    levels[layer] = std::span(levels_[layer]).first(last - first);
  row_.add(so_far, first, levels);
  const Time now = so_far.time + so_far.duration;
  if (shown_ && now - *shown_ < kPeriod) return;
  shown_ = now;
  row_.show();
}

// Linear powers: few logarithms are computed, whatever the number of bins.
SweepProgress::Pooled SweepProgress::pool(std::size_t cell, const Powers& powers, std::size_t end) const {
  Pooled pooled;
  auto& [sum, highest, lowest] = pooled.powers;
  for (std::size_t bin = first_bin(cell); bin < first_bin(cell + 1); ++bin) {
    const float mean = known_power(powers, 0, bin, end);
    if (mean <= 0) continue;
    const float min = known_power(powers, 2, bin, end);
    sum += mean;
    highest = std::max(highest, known_power(powers, 1, bin, end));
    lowest = pooled.bins == 0 ? min : std::min(lowest, min);
    pooled.peak = std::max(pooled.peak, mean);
    ++pooled.bins;
  }
  if (pooled.bins > 0) sum /= static_cast<float>(pooled.bins);
  return pooled;
}

void SweepProgress::note(std::size_t place, const Pooled& pooled) {
  const auto level = [&pooled](float power) { return pooled.bins > 0 ? centibel_from_power(power) : kNoLevel; };
  for (std::size_t detector = 0; detector < pooled.powers.size(); ++detector)
    levels_[detector][place] = level(pooled.powers[detector]);
  levels_.back()[place] = level(pooled.peak);
}

}  // namespace spectrumd
