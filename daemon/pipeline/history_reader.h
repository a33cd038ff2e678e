// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "daemon/pipeline/history.h"
#include "daemon/pipeline/row_merger.h"
#include "daemon/pipeline/view.h"

namespace spectrumd {

// Reads a period of the history row by row, in the order in which they were made, as a view shows it. If there are more
// rows than requested, rows are merged per time slot. Between two rows it holds only a cursor. One thread.
class HistoryReader {
 public:
  struct PastRow {
    RowPtr row;
    View view;          // part of `row` to show; a merged row is already pooled
    RowPtr newest;      // the last row merged into it, as the history keeps it
    double rbw_hz = 0;  // of rows from disk; 0: that of `newest`
  };

  // After the clock was stepped back, a time can occur in several epochs: read all of them, or only that of the newest
  // row.
  enum class Epochs { All, Latest };

  // Rows that begin in [since, until) and come after a sequence, at most `rows` (at least 1).
  HistoryReader(const History& history, Time since, Time until, std::size_t rows, const View& view,
                Epochs epochs = Epochs::All, std::uint64_t after = 0);

  // How many there are, and how much time they cover.
  std::size_t count() const { return count_; }
  std::chrono::nanoseconds span() const { return span_; }
  void merge_over(std::chrono::nanoseconds slot) { slot_ = slot; }  // before the first next(): instead of its choice

  std::optional<PastRow> next();  // nullopt at the end
  bool merges() const { return slot_.count() > 0; }

 private:
  // Time from the start of the first row to the start of another; a step of the clock counts as 0.
  class Elapsed {
   public:
    std::chrono::nanoseconds until(const Row& row) const;
    void advance(const Row& row);

   private:
    std::chrono::nanoseconds at_{};
    std::optional<RowFacts> before_;
  };

  std::optional<PastRow> next_kept();
  std::optional<PastRow> next_merged();
  RowPtr take_of_slot(std::optional<std::int64_t>& slot);
  RowPtr shown(const RowPtr& row, const Window& window) const;

  const History& history_;
  const std::size_t most_rows_;
  const View view_;
  History::Cursor cursor_;
  Elapsed elapsed_;
  std::chrono::nanoseconds slot_{};  // 0: rows are returned unmerged
  std::size_t given_ = 0, count_ = 0;
  std::chrono::nanoseconds span_{};
};

}  // namespace spectrumd
