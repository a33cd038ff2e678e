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
  static constexpr std::size_t kTiers = 5;  // the live rows first, then coarser and coarser

  explicit History(std::size_t memory_bytes);

  void push(RowPtr row);

  RowPtr latest() const;  // null before the first row

  // Live rows after `sequence`, oldest first, at most `limit`. A reader that was too slow for the ring gets the oldest
  // there is: the hole shows in the sequences.
  std::vector<RowPtr> after(std::uint64_t sequence, std::size_t limit) const;

  // The last `rows` live rows, oldest first.
  std::vector<RowPtr> recent(std::size_t rows) const;

  // Where a reader of the rows that begin in [since, until) stands, in the order in which they were made. It holds no
  // row, so a reader that stalls keeps no memory: what the history drops meanwhile comes merged, from a coarser tier.
  struct Cursor {
    Time since, until;
    std::optional<std::uint32_t> epoch;  // of the clock, where only one counts: after a step back, times occur twice
    std::uint64_t last = UINT64_MAX;     // no row that begins after this sequence
    std::uint64_t sequence = 0;          // of the last row read
  };

  // The row after the cursor, which moves on to it; null at the end. Each stretch of sequences comes from the finest
  // tier that still has it.
  RowPtr next(Cursor& cursor) const;

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
  // With mutex_ held.
  RowPtr next_in(std::size_t tier, const Cursor& cursor) const;
  std::uint64_t finer_rows_begin_after(std::size_t tier) const;

  const std::size_t memory_limit_;
  mutable std::mutex mutex_;
  std::array<Tier, kTiers> tiers_;
  std::function<void()> observer_;
};

}  // namespace spectrumd
