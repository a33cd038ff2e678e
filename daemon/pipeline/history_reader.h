// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "daemon/pipeline/history.h"
#include "daemon/pipeline/row_merger.h"
#include "daemon/pipeline/view.h"

namespace spectrumd {

// Reads a stretch of the past row by row, in the order in which they were made, as a view shows it. Where there are
// more rows than wanted, those of one slot of time become one. Between two rows it holds nothing but a cursor. One
// thread.
class HistoryReader {
 public:
  struct PastRow {
    RowPtr row;
    View view;      // what is to be shown of `row`: a merged one is pooled already
    RowPtr newest;  // the last one in it, as the history keeps it
  };

  // After the clock was stepped back, a time can occur in several epochs: all of them, or that of the newest row alone.
  enum class Epochs { All, Latest };

  // Rows that begin in [since, until), at most `rows` (at least 1).
  HistoryReader(const History& history, Time since, Time until, std::size_t rows, const View& view,
                Epochs epochs = Epochs::All);

  std::optional<PastRow> next();  // nullopt at the end
  bool merges() const { return slot_.count() > 0; }

 private:
  // How long after the first row another one begins. A step of the clock takes no time.
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
  std::chrono::nanoseconds slot_{};  // 0: rows are given as they were kept
  std::size_t given_ = 0;
};

}  // namespace spectrumd
