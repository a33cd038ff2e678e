// SPDX-License-Identifier: MIT
#include "daemon/pipeline/history_reader.h"

#include <algorithm>
#include <cassert>

namespace spectrumd {

// Goes through the rows once for how many there are, and when.
HistoryReader::HistoryReader(const History& history, Time since, Time until, std::size_t rows, const View& view)
    : history_(history), most_rows_(rows), view_(view), cursor_(since, until), first_(until) {
  assert(rows >= 1);
  std::size_t count = 0;
  Time last = since;
  for (History::Cursor all = cursor_; const RowPtr row = history_.next(all); ++count) {
    first_ = std::min(first_, row->time);
    last = std::max(last, row->time);
  }
  cursor_.until = std::min(until, last + std::chrono::nanoseconds(1));  // what is new from here on is not waited for
  if (count > rows) slot_ = (last - first_) / static_cast<std::int64_t>(rows) + std::chrono::nanoseconds(1);
}

std::optional<HistoryReader::PastRow> HistoryReader::next() {
  if (given_ == most_rows_) return std::nullopt;
  auto row = merges() ? next_merged() : next_kept();
  if (row) ++given_;
  return row;
}

std::optional<HistoryReader::PastRow> HistoryReader::next_kept() {
  while (const RowPtr row = history_.next(cursor_))
    if (window_of(*row, row->bins(), view_).bins > 0) return PastRow{row, view_, row};
  return std::nullopt;
}

// A slot in which the radio was retuned shows what came last.
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
    if (!merger.empty()) return PastRow{merger.take(), {.bins = view_.bins}, newest};
  }
}

// The next row if it belongs to the slot, or to any where none has been begun.
RowPtr HistoryReader::take_of_slot(std::optional<std::int64_t>& slot) {
  History::Cursor after = cursor_;
  RowPtr row = history_.next(after);
  if (!row) return nullptr;
  const std::int64_t its_slot = (row->time - first_) / slot_;
  if (its_slot != slot.value_or(its_slot)) return nullptr;
  slot = its_slot;
  cursor_ = after;
  return row;
}

RowPtr HistoryReader::shown(const RowPtr& row, const Window& window) const {
  return window.bins == row->bins() ? row : windowed(*row, view_);
}

}  // namespace spectrumd
