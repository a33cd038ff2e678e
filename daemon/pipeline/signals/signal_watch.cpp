// SPDX-License-Identifier: MIT
#include "daemon/pipeline/signals/signal_watch.h"

#include <algorithm>
#include <utility>

#include "daemon/pipeline/view.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 500ms;
constexpr auto kReadBack = 10s;
constexpr std::size_t kMostRows = 1000;                  // as many as ten seconds can have
constexpr std::size_t kMostBins = std::size_t{1} << 22;  // read back at once: a fraction of a second
constexpr std::size_t kLeastRowsWatched = 20;

}  // namespace

// Where reading begins when nothing, or too much, is unread.
std::uint64_t SignalWatch::start_of_reading(const Row& newest) const {
  const std::size_t most =
      std::clamp(kMostBins / std::max<std::size_t>(newest.bins(), 1), kLeastRowsWatched, kMostRows);
  for (const RowPtr& row : history_.recent(most))
    if (newest.time - row->time <= kReadBack && row->epoch == newest.epoch) return row->sequence - 1;
  return newest.sequence - 1;
}

SignalWatch::Now SignalWatch::read(const gpufft::Window& window) {
  const RowPtr newest = history_.latest();
  if (!newest) return {};
  const std::scoped_lock lock(mutex_);
  const std::uint64_t start = start_of_reading(*newest);
  if (last_row_ < start) {
    rows_.clear();
    last_row_ = start;
  }
  for (const RowPtr& row : history_.after(last_row_, kMostRows)) add(row, window);
  now_.signals = list_.signals();
  now_.floor = list_.floor();
  return now_;
}

void SignalWatch::add(const RowPtr& row, const gpufft::Window& window) {
  last_row_ = row->sequence;
  if (!rows_.empty() && !same_band(*rows_.front(), *row)) rows_.clear();  // too little to look at
  rows_.push_back(row);
  const auto seen = row->time + row->duration - rows_.front()->time;
  if (seen + row->duration / 2 >= kLook) look(window);
}

void SignalWatch::look(const gpufft::Window& window) {
  for (const RowPtr& row : rows_) merger_.add(*row);
  const RowPtr merged = merger_.take();
  list_.add(*merged, rows_, window);
  now_.time = merged->time + merged->duration;
  now_.sequence = merged->sequence;
  rows_.clear();
}

}  // namespace spectrumd
