// SPDX-License-Identifier: MIT
#include "daemon/outputs/stored_period.h"

#include <algorithm>
#include <cmath>

namespace spectrumd {
namespace {

constexpr double kBaseOfDbfs = -120;  // with a dBm offset it is another

}  // namespace

std::size_t level_for(const StoreReader& reader, Time since, Time until, std::size_t most_rows) {
  std::optional<Time> furthest;
  std::size_t best = kLevels - 1;
  for (std::size_t level = 0; level < kLevels; ++level) {
    const auto oldest = reader.oldest(level);
    if (!oldest || (until - since) / kLevelTable.at(level).step > static_cast<std::int64_t>(most_rows)) continue;
    if (*oldest <= since) return level;
    if (furthest && *oldest >= *furthest - kLevelTable.at(level).step) continue;
    furthest = oldest;
    best = level;
  }
  return best;
}

StoredPeriod::StoredPeriod(const StoreReader& reader, std::size_t level, Time since, Time until)
    : reader_(reader), level_(level), since_(since), until_(until), frames_(reader.frames(level, since, until)) {}

std::optional<StoredPeriod::Item> StoredPeriod::next() {
  for (;;) {
    while (next_row_ < rows_.size()) {
      RowPtr row = rows_[next_row_++];
      if (row->time >= since_ && row->time < until_) return Item{std::move(row), &frames_[next_frame_ - 1]};
    }
    if (next_frame_ == frames_.size()) return std::nullopt;
    rows_ = reader_.rows(level_, frames_[next_frame_++]);
    next_row_ = 0;
  }
}

std::size_t StoredPeriod::count_rows() const {
  std::size_t count = 0;
  for (const FrameHead& frame : frames_) {
    const Time begin(std::chrono::milliseconds(frame.t0_ms + frame.shift_ms));
    for (const RowNote& note : reader_.notes(level_, frame))
      if (begin + note.offset >= since_ && begin + note.offset < until_) ++count;
  }
  return count;
}

std::string_view StoredPeriod::unit() const {
  const auto is_ours = [](const FrameHead& frame) { return (frame.flags & kRowImported) == 0; };
  const auto newest = std::find_if(frames_.rbegin(), frames_.rend(), is_ours);
  if (newest == frames_.rend()) return frames_.empty() ? "dBFS" : kImportedUnit;
  return std::abs(newest->base_db - kBaseOfDbfs) > 1e-6 ? "dBm" : "dBFS";
}

std::optional<ColumnGrid> StoredPeriod::grid(std::optional<Hertz> from, std::optional<Hertz> to,
                                             std::size_t most_columns) const {
  double low = INFINITY, high = -INFINITY;
  const FrameHead* finest = nullptr;
  const auto bin_of = [](const FrameHead& frame) { return frame.span.value / static_cast<double>(frame.bins); };
  for (const FrameHead& frame : frames_) {
    const double begin = frame.center.value - frame.span.value / 2, end = begin + frame.span.value;
    if ((from && end <= from->value) || (to && begin >= to->value)) continue;
    low = std::min(low, begin);
    high = std::max(high, end - bin_of(frame));  // its last bin
    if (!finest || bin_of(frame) < bin_of(*finest)) finest = &frame;
  }
  if (!finest) return std::nullopt;
  const double half = bin_of(*finest) / 2;
  RowFacts facts;
  facts.center = finest->center;
  facts.span = finest->span;
  return grid_of(facts, finest->bins, from.value_or(Hertz{low - half}), to.value_or(Hertz{high + half}), most_columns);
}

}  // namespace spectrumd
