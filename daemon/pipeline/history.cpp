// SPDX-License-Identifier: MIT
#include "daemon/pipeline/history.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace spectrumd {

namespace {

constexpr std::array kSteps{std::chrono::seconds(0), std::chrono::seconds(1), std::chrono::seconds(10),
                            std::chrono::seconds(60), std::chrono::seconds(600)};
// Shares of the memory in percent. At 64 MiB and 2048 bins, pooled from more, every tier keeps about 350 rows: the last
// covers more than two days.
constexpr std::array kShares{40, 15, 15, 15, 15};
// A row takes three pyramids of twice its bins.
constexpr std::size_t kBytesPerBin = 3 * 2 * sizeof(Centibel);

}  // namespace

History::History(std::size_t memory_bytes, std::size_t tier_bins) : History(memory_bytes, tier_bins, kTiers) {}

History::History(std::size_t memory_bytes, std::size_t tier_bins, std::size_t tiers)
    : memory_limit_(memory_bytes), tiers_(tiers) {
  const int shares = std::accumulate(kShares.begin(), kShares.begin() + static_cast<std::ptrdiff_t>(tiers), 0);
  for (std::size_t i = 0; i < tiers_.size(); ++i) {
    tiers_[i].step = kSteps.at(i);
    tiers_[i].budget = memory_limit_ / static_cast<std::size_t>(shares) * static_cast<std::size_t>(kShares.at(i));
    tiers_[i].merger = RowMerger(tier_bins);
  }
}

std::size_t History::most_bins() const { return tiers_[0].budget / kBytesPerBin; }

std::size_t History::row_bytes(std::size_t bins) { return sizeof(Row) + bins * kBytesPerBin; }

std::size_t History::memory_for(std::size_t bins) { return (bins * kBytesPerBin / kShares[0] + 1) * 100; }

void History::push(RowPtr row) {
  push_into(0, row);
  std::function<void()> observer;
  {
    const std::scoped_lock lock(mutex_);
    observer = observer_;
  }
  if (observer) observer();
}

void History::observe(std::function<void()> observer) {
  const std::scoped_lock lock(mutex_);
  observer_ = std::move(observer);
}

void History::push_into(std::size_t index, const RowPtr& row) {
  if (index == tiers_.size()) return;
  Tier& tier = tiers_[index];
  if (index == 0) {
    keep(tier, row);
    push_into(1, row);
    return;
  }
  const std::int64_t bucket = row->time.time_since_epoch() / tier.step;
  if (!tier.merger.empty() && (bucket != tier.bucket || !tier.merger.accepts(*row))) {
    RowPtr merged = tier.merger.take();
    keep(tier, merged);
    push_into(index + 1, merged);
  }
  tier.bucket = bucket;
  tier.merger.add(*row);
}

void History::keep(Tier& tier, RowPtr row) {
  std::vector<RowPtr> evicted;  // freed after the lock is gone: a long row takes its time
  const std::scoped_lock lock(mutex_);
  tier.bytes += row->bytes();
  tier.rows.push_back(std::move(row));
  while (tier.bytes > tier.budget && tier.rows.size() > 1) {
    tier.bytes -= tier.rows.front()->bytes();
    tier.forgotten = tier.rows.front()->sequence;
    ++tier.dropped;
    evicted.push_back(std::move(tier.rows.front()));
    tier.rows.pop_front();
  }
}

RowPtr History::latest() const {
  const std::scoped_lock lock(mutex_);
  return tiers_[0].rows.empty() ? nullptr : tiers_[0].rows.back();
}

std::vector<RowPtr> History::after(std::uint64_t sequence, std::size_t limit) const {
  const std::scoped_lock lock(mutex_);
  const auto& rows = tiers_[0].rows;
  const auto first = std::partition_point(rows.begin(), rows.end(),
                                          [sequence](const RowPtr& row) { return row->sequence <= sequence; });
  const auto count = std::min<std::ptrdiff_t>(rows.end() - first, static_cast<std::ptrdiff_t>(limit));
  return {first, first + count};
}

std::vector<RowPtr> History::recent(std::size_t rows) const {
  const std::scoped_lock lock(mutex_);
  const auto& live = tiers_[0].rows;
  return {live.end() - static_cast<std::ptrdiff_t>(std::min(rows, live.size())), live.end()};
}

History::TierRows History::rows_of_tier(std::size_t index, std::uint64_t first, std::size_t limit) const {
  const std::scoped_lock lock(mutex_);
  const Tier& tier = tiers_.at(index);
  first = std::clamp(first, tier.dropped, tier.dropped + tier.rows.size());
  const auto begin = tier.rows.begin() + static_cast<std::ptrdiff_t>(first - tier.dropped);
  const auto count = std::min<std::ptrdiff_t>(tier.rows.end() - begin, static_cast<std::ptrdiff_t>(limit));
  return {first, {begin, begin + count}};
}

History::Reach History::reach(std::chrono::seconds step) const {
  const std::scoped_lock lock(mutex_);
  Reach reach{.after = UINT64_MAX, .since = std::nullopt};
  for (const Tier& tier : tiers_) {
    if (tier.step > step || tier.rows.empty() || tier.forgotten >= reach.after) continue;
    reach = {.after = tier.forgotten, .since = tier.rows.front()->time};
  }
  if (!reach.since) reach.after = 0;
  return reach;
}

// From the coarsest tier to the live rows. Ordered by sequence, because times can go back after a step of the clock.
RowPtr History::next(Cursor& cursor) const {
  const std::scoped_lock lock(mutex_);
  for (std::size_t tier = tiers_.size(); tier-- > 0;) {
    RowPtr row = next_in(tier, cursor);
    if (!row) continue;
    cursor.sequence = row->sequence;
    return row;
  }
  return nullptr;
}

// Returns the row after the cursor, if it is before those of finer tiers. The rows of a tier are made from whole rows
// of the finer one; only if the finer one has dropped rows since the cursor was there, a row may begin before the
// cursor.
RowPtr History::next_in(std::size_t tier, const Cursor& cursor) const {
  const std::uint64_t finer = finer_rows_begin_after(tier);
  if (finer <= cursor.sequence) return nullptr;
  const auto& rows = tiers_[tier].rows;
  auto row = std::partition_point(rows.begin(), rows.end(),
                                  [&](const RowPtr& each) { return each->sequence <= cursor.sequence; });
  std::uint64_t before = row == rows.begin() ? tiers_[tier].forgotten : (*std::prev(row))->sequence;
  for (; row != rows.end() && before < finer && before < cursor.last; before = (*row++)->sequence) {
    const Row& found = **row;
    const std::uint64_t known = std::max(before, cursor.sequence) - before;
    if (2 * known > found.sequence - before) continue;  // more than half of it has been read
    if (found.time < cursor.since || found.time >= cursor.until) continue;
    if (!cursor.epoch || *cursor.epoch == found.epoch) return *row;
  }
  return nullptr;
}

std::uint64_t History::finer_rows_begin_after(std::size_t tier) const {
  std::uint64_t least = UINT64_MAX;
  for (std::size_t finer = 0; finer < tier; ++finer)
    if (!tiers_[finer].rows.empty()) least = std::min(least, tiers_[finer].forgotten);
  return least;
}

std::vector<History::TierFacts> History::tiers() const {
  const std::scoped_lock lock(mutex_);
  std::vector<TierFacts> facts;
  for (const Tier& tier : tiers_)
    facts.push_back({tier.step, tier.rows.size(), tier.bytes, tier.rows.empty() ? Time{} : tier.rows.front()->time});
  return facts;
}

std::size_t History::bytes() const {
  const std::scoped_lock lock(mutex_);
  std::size_t bytes = 0;
  for (const Tier& tier : tiers_) bytes += tier.bytes;
  return bytes;
}

}  // namespace spectrumd
