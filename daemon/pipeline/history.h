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

// Recent rows, which also serve as the queue between radio and clients: a client is a cursor (the sequence of the last
// row it had). Live rows are kept as long as their share of the memory lasts; older ones are merged into tiers of 1 s,
// 10 s, 1 min and 10 min. One thread pushes, any thread reads; the pushing thread does not wait for readers.
class History {
 public:
  static constexpr std::size_t kTiers = 5;        // live rows first, then coarser tiers
  static constexpr std::size_t kTierBins = 2048;  // older rows are for viewing, not for measuring

  // Rows of the tiers are pooled to `tier_bins`, if they are wider.
  explicit History(std::size_t memory_bytes, std::size_t tier_bins = kTierBins);

  // The last `rows` of so many bins, without tiers.
  static History recent_only(std::size_t rows, std::size_t bins) {
    return History(rows * row_bytes(bins), kTierBins, 1);
  }

  void push(RowPtr row);

  RowPtr latest() const;  // null before the first row

  // Live rows after `sequence`, oldest first, at most `limit`. A reader that was too slow gets the oldest row
  // available: the gap shows in the sequences.
  std::vector<RowPtr> after(std::uint64_t sequence, std::size_t limit) const;

  // The last `rows` live rows, oldest first.
  std::vector<RowPtr> recent(std::size_t rows) const;

  // Position of a reader of the rows that begin in [since, until), in the order in which they were made. It holds no
  // row, so a stalled reader keeps no memory: rows dropped meanwhile are read merged, from a coarser tier.
  struct Cursor {
    Time since, until;
    std::optional<std::uint32_t> epoch;  // limits reading to one epoch: after the clock steps back, times occur twice
    std::uint64_t last = UINT64_MAX;     // ends with this sequence
    std::uint64_t sequence = 0;          // last row read
  };

  // Returns the next row and advances the cursor; null at the end. Each stretch of sequences comes from the finest tier
  // that still has it.
  RowPtr next(Cursor& cursor) const;

  // Rows of a tier by number (0 is the first since the start): at most `limit` from `first` on, or from the oldest that
  // it still has.
  struct TierRows {
    std::uint64_t first = 0;
    std::vector<RowPtr> rows;
  };
  TierRows rows_of_tier(std::size_t tier, std::uint64_t first, std::size_t limit) const;

  // How far back rows of `step` or less reach: after this sequence none has been dropped.
  struct Reach {
    std::uint64_t after = 0;
    std::optional<Time> since;  // the first of them; nullopt if there is none
  };
  Reach reach(std::chrono::seconds step) const;

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

  // The longest row that fits into the share of the live rows, and the memory needed for rows of `bins`.
  std::size_t most_bins() const;
  static std::size_t memory_for(std::size_t bins);

 private:
  History(std::size_t memory_bytes, std::size_t tier_bins, std::size_t tiers);
  static std::size_t row_bytes(std::size_t bins);

  // Rows merged over intervals of `step`; step 0 keeps them as they are.
  struct Tier {
    std::chrono::seconds step{};
    std::size_t budget = 0;
    std::size_t bytes = 0;
    std::deque<RowPtr> rows;
    std::uint64_t forgotten = 0;  // the last sequence dropped
    std::uint64_t dropped = 0;    // rows
    RowMerger merger;             // used by the pushing thread only
    std::int64_t bucket = 0;      // the interval being merged, likewise
  };
  void push_into(std::size_t tier, const RowPtr& row);
  void keep(Tier& tier, RowPtr row);
  // With mutex_ held.
  RowPtr next_in(std::size_t tier, const Cursor& cursor) const;
  std::uint64_t finer_rows_begin_after(std::size_t tier) const;

  const std::size_t memory_limit_;
  mutable std::mutex mutex_;
  std::vector<Tier> tiers_;
  std::function<void()> observer_;
};

}  // namespace spectrumd
