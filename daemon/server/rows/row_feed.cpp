// SPDX-License-Identifier: MIT
#include "daemon/server/rows/row_feed.h"

#include <algorithm>
#include <utility>

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

// A client behind by more than both of these is late; by less, it catches up.
constexpr std::uint64_t kLateRows = 16;
constexpr auto kLateTime = 1s;

// Of the rows that a late client has not got, this part is merged into its next row. So it is soon up to date, and the
// last rows before that are fine again; while it stays late, its rows become coarser until its link can carry them.
constexpr std::uint64_t kMergedPart = 2;

bool late(const Row& next, const Row& newest) {
  return newest.sequence > next.sequence + kLateRows && newest.time - next.time > kLateTime;
}

std::chrono::nanoseconds period(double rate) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(1 / rate));
}

}  // namespace

RowFeed::RowFeed(const RowPtr& newest) { rewind(newest ? newest->sequence - 1 : 0); }

void RowFeed::rewind(std::uint64_t sequence) {
  taken_ = sent_ = sequence;
  missed_ = 0;
  merger_ = RowMerger();
  due_ = extra_due_ = {};
  shown_until_.reset();
  merge_until_ = 0;
}

// Rows waiting to be merged are read again, because the new view applies to them.
void RowFeed::change(const RowRequest& request, std::size_t recent, const History& history) {
  const RowPtr newest = history.latest();
  const std::uint64_t last = newest ? newest->sequence : 0;
  rewind(request_.pause && !request.pause ? last : sent_);  // what a pause left out was not missed
  request_ = request;
  if (recent == 0) return;
  const auto rows = history.recent(recent);
  if (rows.empty()) return;
  history_until_ = rows.back()->sequence;
  rewind(std::min(sent_, rows.front()->sequence - 1));
}

std::optional<RowFeed::Next> RowFeed::next(const LiveRows& live) {
  if (request_.pause) return std::nullopt;
  while (const RowPtr row = peek(live)) {
    if (merger_.empty()) catch_up(*row, *live.newest);
    if (every_row(*row) && merger_.empty()) {
      take(*row);
      return send(live.cache.encoded(*row, request_.view, format(*row, live), live.dbm_offset, from_history()));
    }
    if (const RowPtr merged = thinned(*row, live)) {
      return send(std::make_shared<const std::vector<std::byte>>(
          encode_row(*merged, without_edges(request_.view), format(*merged, live), live.dbm_offset, from_history())));
    }
  }
  return unfinished(live);
}

// Past rows that were requested still come.
void RowFeed::skip(const LiveRows& live) {
  if (live.newest && taken_ >= history_until_) rewind(live.newest->sequence);
}

// It has all detectors that any row has, since few of them come.
std::optional<RowFeed::Next> RowFeed::unfinished(const LiveRows& live) {
  const RowPtr& row = live.in_progress;
  if (!request_.partial || !row || row->sequence <= taken_) return std::nullopt;
  const Time until = row->time + row->duration;
  const auto wait = request_.rate ? period(*request_.rate) : std::chrono::nanoseconds(0);
  if (shown_until_ == until || (shown_until_ && until > *shown_until_ && until - *shown_until_ < wait))
    return std::nullopt;
  shown_until_ = until;
  RowFormat wanted = format(live);
  if (request_.extra) wanted.detectors |= request_.extra->detectors;
  return Next{.encoded = live.cache.encoded(*row, request_.view, wanted, live.dbm_offset, false), .skipped = 0};
}

RowPtr RowFeed::peek(const LiveRows& live) const {
  if (!live.newest || taken_ >= live.newest->sequence) return nullptr;
  if (taken_ + 1 == live.newest->sequence) return live.newest;
  const auto rows = live.history.after(taken_, 1);
  return rows.empty() ? live.newest : rows.front();
}

// Rows requested again are late by nature.
void RowFeed::catch_up(const Row& next, const Row& newest) {
  if (next.sequence <= history_until_ || next.sequence <= merge_until_ || !late(next, newest)) return;
  merge_until_ = next.sequence + (newest.sequence - next.sequence) / kMergedPart;
}

void RowFeed::take(const Row& row) {
  missed_ += static_cast<std::size_t>(row.sequence - taken_ - 1);
  taken_ = row.sequence;
}

RowFeed::Next RowFeed::send(SharedBytes encoded) {
  sent_ = taken_;
  return {.encoded = std::move(encoded), .skipped = std::exchange(missed_, 0)};
}

// Rows barely faster than requested are not worth merging.
bool RowFeed::every_row(const Row& row) const {
  if (row.sequence <= merge_until_) return false;
  return !request_.rate || period(*request_.rate) * 10 < row.duration * 11;
}

// Merges the row into those before it; returns the result once it is due, or when the row does not fit.
RowPtr RowFeed::thinned(const Row& row, const LiveRows& live) {
  const RowPtr seen = live.cache.windowed(row, request_.view);
  if (!merger_.accepts(*seen)) return merger_.take();  // and the row is looked at again
  take(row);
  const bool complete = due(row);
  if (seen->bins() == 0) return complete ? seen : nullptr;  // nothing to merge
  merger_.add(*seen);
  return complete ? merger_.take() : nullptr;
}

// Kept on a schedule, so that the average rate is right whatever the duration of the rows. A jump in time restarts it.
bool RowFeed::due(const Row& row) {
  if (row.sequence < merge_until_) return false;
  if (!request_.rate) return true;
  const auto wait = period(*request_.rate);
  if (due_ < row.time || due_ > row.time + 2 * wait) due_ = row.time + wait;
  if (row.time + row.duration + row.duration / 2 < due_) return false;
  due_ += wait;
  return true;
}

RowFormat RowFeed::format(const LiveRows& live) const {
  return {.detectors = request_.detectors.value_or(static_cast<std::uint8_t>(live.configured)),
          .bytes_per_level = request_.bytes_per_level,
          .step_db = request_.step_db};
}

RowFormat RowFeed::format(const RowFacts& row, const LiveRows& live) {
  RowFormat wanted = format(live);
  if (extra_due(row)) wanted.detectors |= request_.extra->detectors;
  return wanted;
}

bool RowFeed::extra_due(const RowFacts& row) {
  if (!request_.extra) return false;
  const auto wait = period(request_.extra->rate);
  const bool jumped = extra_due_ > row.time + 2 * wait;
  if (row.time + row.duration / 2 < extra_due_ && !jumped) return false;
  extra_due_ = row.time + wait;
  return true;
}

}  // namespace spectrumd
