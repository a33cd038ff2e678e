// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/trial_rows.h"

#include <algorithm>
#include <utility>

namespace spectrumd {
namespace {

constexpr std::int64_t kRowsAtATime = 500;

std::chrono::nanoseconds stretch_of(std::chrono::nanoseconds period) {
  constexpr std::chrono::nanoseconds kFinest = std::chrono::seconds(1);
  return std::max(kFinest, period / static_cast<std::int64_t>(kMostTrialRows)) * kRowsAtATime;
}

}  // namespace

TrialRows::TrialRows(const History& history, const StoreReader* store, Time since, Time until)
    : history_(history), store_(store), since_(since), until_(until), stretch_(stretch_of(until - since)) {}

RowPtr TrialRows::next() {
  for (;;) {
    if (auto row = rows_ ? rows_->next() : std::nullopt) return row->row;
    if (since_ >= until_) return nullptr;
    const Time end = std::min(until_, since_ + stretch_);
    rows_.emplace(history_, store_,
                  PastRows::Request{.since = std::exchange(since_, end),
                                    .until = end,
                                    .rows = kRowsAtATime,
                                    .view = {.bins = kMostStoredBins}});
  }
}

}  // namespace spectrumd
