// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "daemon/pipeline/row.h"
#include "daemon/pipeline/row_merger.h"

namespace spectrumd {

// The rows of the recent past, and the queue between radio and clients at once: a client is a cursor (the sequence of
// the last row it had). Live rows are kept as long as their share of the memory lasts; older ones survive merged into
// tiers of 1 s, 10 s, 1 min and 10 min. One thread pushes, any thread reads; nobody waits for a reader.
class History {
 public:
  explicit History(std::size_t memory_bytes);

  void push(RowPtr row);

  RowPtr latest() const;  // null before the first row

  // Live rows after `sequence`, oldest first, at most `limit`. A reader that was too slow for the ring gets the oldest
  // there is: the hole shows in the sequences.
  std::vector<RowPtr> after(std::uint64_t sequence, std::size_t limit) const;

  // The last `rows` live rows, oldest first.
  std::vector<RowPtr> recent(std::size_t rows) const;

  // Rows that begin in [since, until), in the order in which they were made, at most `rows` (at least 1): each stretch
  // of sequences from the finest tier that still has it, merged further where there are too many. After the clock was
  // stepped back, a time can occur in several epochs; Latest gives the rows of the newest row's epoch only.
  enum class Epochs { All, Latest };
  std::vector<RowPtr> range(Time since, Time until, std::size_t rows, Epochs epochs = Epochs::All) const;

  // `observer` runs on the pushing thread after every push, with no lock held.
  void observe(std::function<void()> observer);

  struct TierFacts {
    std::chrono::seconds step{};  // 0 for the live rows
    std::size_t rows = 0;
    std::size_t bytes = 0;
    Time oldest;
  };
  std::vector<TierFacts> tiers() const;
  std::size_t bytes() const;
  std::size_t memory_limit() const { return memory_limit_; }

  // The longest row that fits into the live rows' share, and the memory that makes room for one of `bins`.
  std::size_t most_bins() const;
  static std::size_t memory_for(std::size_t bins);

 private:
  // Rows merged over steps of the clock; step 0 takes them as they are.
  struct Tier {
    std::chrono::seconds step{};
    std::size_t budget = 0;
    std::size_t bytes = 0;
    std::deque<RowPtr> rows;
    std::uint64_t forgotten = 0;  // the last sequence before that of its rows
    RowMerger merger;             // used by the pushing thread only
    std::int64_t bucket = 0;      // which step is being merged, likewise
  };
  void push_into(std::size_t tier, const RowPtr& row);
  void keep(Tier& tier, RowPtr row);
  std::vector<RowPtr> collect(Time since, Time until, Epochs epochs) const;
  std::uint64_t finer_rows_begin_after(std::size_t tier) const;

  const std::size_t memory_limit_;
  mutable std::mutex mutex_;
  std::array<Tier, 5> tiers_;  // live first, then coarser and coarser
  std::function<void()> observer_;
};

}  // namespace spectrumd
