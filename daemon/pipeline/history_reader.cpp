// SPDX-License-Identifier: MIT
#include "daemon/pipeline/history_reader.h"

#include <algorithm>
#include <cassert>

namespace spectrumd {

std::chrono::nanoseconds HistoryReader::Elapsed::until(const Row& row) const {
  if (!before_) return {};
  const auto by_clock = std::max(row.time - before_->time, std::chrono::nanoseconds(0));
  return at_ + (row.epoch == before_->epoch ? by_clock : before_->duration);
}

void HistoryReader::Elapsed::advance(const Row& row) {
  at_ = until(row);
  before_ = row;
}

// Scans the rows once to count them and their duration. Rows added later are not read.
HistoryReader::HistoryReader(const History& history, Time since, Time until, std::size_t rows, const View& view,
                             Epochs epochs, std::uint64_t after)
    : history_(history),
      most_rows_(rows),
      view_(view),
      cursor_{.since = since, .until = until, .epoch = {}, .sequence = after} {
  assert(rows >= 1);
  const RowPtr newest = history_.latest();
  cursor_.last = newest ? newest->sequence : 0;
  if (newest && epochs == Epochs::Latest) cursor_.epoch = newest->epoch;
  Elapsed elapsed;
  for (History::Cursor all = cursor_; const RowPtr row = history_.next(all); ++count_) {
    span_ = elapsed.until(*row);
    elapsed.advance(*row);
  }
  if (count_ > rows) slot_ = span_ / static_cast<std::int64_t>(rows) + std::chrono::nanoseconds(1);
}

std::optional<HistoryReader::PastRow> HistoryReader::next() {
  if (given_ == most_rows_) return std::nullopt;
  auto row = merges() ? next_merged() : next_kept();
  if (row) ++given_;
  return row;
}

std::optional<HistoryReader::PastRow> HistoryReader::next_kept() {
  while (const RowPtr row = history_.next(cursor_))
    if (window_of(*row, row->bins(), view_).bins > 0) return PastRow{.row = row, .view = view_, .newest = row};
  return std::nullopt;
}

// A slot with a retune shows the last tuning.
std::optional<HistoryReader::PastRow> HistoryReader::next_merged() {
  for (;;) {
    RowMerger merger;
    RowPtr newest;
    std::optional<std::int64_t> slot;
    while (const RowPtr row = take_of_slot(slot)) {
      if (newest && !same_band(*row, *newest)) merger = RowMerger();
      newest = row;
      const Window window = window_of(*row, row->bins(), view_);
      if (window.bins > 0) merger.add(*shown(row, window));
    }
    if (!newest) return std::nullopt;
    if (!merger.empty()) return PastRow{.row = merger.take(), .view = without_edges(view_), .newest = newest};
  }
}

// The next row if it belongs to the slot, or to any slot if none has begun.
RowPtr HistoryReader::take_of_slot(std::optional<std::int64_t>& slot) {
  History::Cursor after = cursor_;
  RowPtr row = history_.next(after);
  if (!row) return nullptr;
  const std::int64_t its_slot = elapsed_.until(*row) / slot_;
  if (its_slot != slot.value_or(its_slot)) return nullptr;
  slot = its_slot;
  elapsed_.advance(*row);
  cursor_ = after;
  return row;
}

RowPtr HistoryReader::shown(const RowPtr& row, const Window& window) const {
  return window.bins == row->bins() ? row : windowed(*row, view_);
}

}  // namespace spectrumd
