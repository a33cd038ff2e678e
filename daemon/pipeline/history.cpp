// SPDX-License-Identifier: MIT
#include "daemon/pipeline/history.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

namespace spectrumd {

namespace {

constexpr std::array kSteps{std::chrono::seconds(0), std::chrono::seconds(1), std::chrono::seconds(10),
                            std::chrono::seconds(60), std::chrono::seconds(600)};
// Of the memory, in hundredths. At 64 MiB and 2048 bins every tier keeps about 400 rows: the last takes almost three
// days.
constexpr std::array kShares{40, 15, 15, 15, 15};
// Nobody measures in the day before yesterday: older rows are for looking.
constexpr std::size_t kTierBins = 2048;
// A row takes three pyramids of twice its bins.
constexpr std::size_t kBytesPerBin = 3 * 2 * sizeof(Centibel);

// From the beginning of a row to that of the next. A step of the clock takes no time.
std::chrono::nanoseconds advance(const Row& row, const Row& next) {
  const auto by_clock = std::max(next.time - row.time, std::chrono::nanoseconds(0));
  return row.epoch == next.epoch ? by_clock : row.duration;
}

// Rows of one slot of time become one. A slot in which the radio was retuned shows what came last.
class Thinner {
 public:
  Thinner(std::chrono::nanoseconds span, std::size_t rows)
      : slot_(span.count() / static_cast<std::int64_t>(rows) + 1) {}

  void add(const RowPtr& row) {
    if (before_) at_ += advance(*before_, *row);
    before_ = row;
    const std::int64_t slot = at_.count() / slot_;
    if (slot != current_) finish();
    current_ = slot;
    if (!merger_.accepts(*row)) merger_.take();
    merger_.add(*row);
  }

  std::vector<RowPtr> take() {
    finish();
    return std::move(thinned_);
  }

 private:
  void finish() {
    if (!merger_.empty()) thinned_.push_back(merger_.take());
  }

  std::int64_t slot_;
  std::chrono::nanoseconds at_{};
  RowPtr before_;
  std::int64_t current_ = 0;
  RowMerger merger_;
  std::vector<RowPtr> thinned_;
};

}  // namespace

History::History(std::size_t memory_bytes) : memory_limit_(memory_bytes) {
  for (std::size_t i = 0; i < tiers_.size(); ++i) {
    tiers_[i].step = kSteps[i];
    tiers_[i].budget = memory_limit_ / 100 * static_cast<std::size_t>(kShares[i]);
    tiers_[i].merger = RowMerger(kTierBins);
  }
}

std::size_t History::most_bins() const { return tiers_[0].budget / kBytesPerBin; }

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

std::vector<RowPtr> History::range(Time since, Time until, std::size_t rows, Epochs epochs) const {
  assert(rows >= 1);
  std::vector<RowPtr> found = collect(since, until, epochs);
  if (found.size() <= rows) return found;
  std::chrono::nanoseconds span{};
  for (std::size_t i = 1; i < found.size(); ++i) span += advance(*found[i - 1], *found[i]);
  Thinner thinner(span, rows);
  for (const RowPtr& row : found) thinner.add(row);
  return thinner.take();
}

// From the coarsest tier to the live rows, each one giving what the finer ones no longer have. Sequences decide, for
// times can go back. The rows of a tier are made of whole rows of the finer one, so that tiers meet exactly.
std::vector<RowPtr> History::collect(Time since, Time until, Epochs epochs) const {
  const std::scoped_lock lock(mutex_);
  std::vector<RowPtr> found;
  const std::uint32_t epoch = tiers_[0].rows.empty() ? 0 : tiers_[0].rows.back()->epoch;
  std::uint64_t seam = 0;
  for (std::size_t i = tiers_.size(); i-- > 0;) {
    const std::uint64_t finer = finer_rows_begin_after(i);
    std::uint64_t before = tiers_[i].forgotten;
    for (const RowPtr& row : tiers_[i].rows) {
      if (std::exchange(before, row->sequence) >= finer) break;
      if (row->sequence <= seam || row->time < since || row->time >= until) continue;
      if (epochs == Epochs::Latest && row->epoch != epoch) continue;
      seam = row->sequence;
      found.push_back(row);
    }
  }
  return found;
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
