// SPDX-License-Identifier: MIT
#include "daemon/store/past_rows.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "daemon/store/frame_codec.h"
#include "daemon/store/slot_merger.h"
#include "daemon/store/stored_row.h"

namespace spectrumd {
namespace {

using std::chrono::nanoseconds;

// Levels to inflate for one answer, which takes 6 ns each: as many as are kept for the next.
constexpr double kMostLevelsRead = 8e6;

// A frame to be read, and which of its rows.
struct Piece {
  std::size_t level = 0;
  FrameHead head;
  Time since, until;
  std::uint64_t last_sequence = UINT64_MAX;

  Time begin() const { return std::max(since, head.begin()); }
  Time end() const { return std::min(until, head.end()); }
};

Window window_in(const FrameHead& head, const View& view) {
  RowFacts facts;
  facts.center = head.center;
  facts.span = head.span;
  return window_of(facts, head.bins, view);
}

std::size_t level_for(const PastRows::Request& asked) {
  const nanoseconds row = (asked.until - asked.since) / static_cast<std::int64_t>(asked.rows);
  std::size_t level = 0;
  while (level + 1 < kLevels && kLevelTable.at(level + 1).step <= row) ++level;
  return level;
}

double levels_in(const std::vector<FrameHead>& frames, const PastRows::Request& asked) {
  double levels = 0;
  for (const FrameHead& head : frames) {
    const Window window = window_in(head, asked.view);
    if (window.bins > 0) levels += static_cast<double>(head.rows * (window.last - window.first));
  }
  return levels * (asked.mean + asked.max);
}

// Frames of the level, and before its first those of coarser ones, which are kept for longer.
std::vector<Piece> find_pieces(const StoreReader& store, const PastRows::Request& asked, std::size_t level,
                               Time until) {
  auto frames = store.frames(level, asked.since, until);
  while (level + 1 < kLevels && levels_in(frames, asked) > kMostLevelsRead)
    frames = store.frames(++level, asked.since, until);
  Time begin = until;
  for (const FrameHead& head : frames) begin = std::min(begin, std::max(asked.since, head.begin()));
  std::vector<Piece> pieces;
  if (level + 1 < kLevels && begin > asked.since + kLevelTable.at(level).step)
    pieces = find_pieces(store, asked, level + 1, begin);
  for (FrameHead& head : frames)
    pieces.push_back({.level = level, .head = std::move(head), .since = begin, .until = until});
  return pieces;
}

// After a step back, times occur twice: the later epoch has them.
void keep_latest(std::vector<Piece>& pieces) {
  Time later = Time::max(), begin = Time::max();
  std::uint32_t epoch = 0;
  for (std::size_t i = pieces.size(); i-- > 0;) {
    Piece& piece = pieces[i];
    if (piece.head.epoch != epoch) later = std::min(later, begin);
    epoch = piece.head.epoch;
    begin = std::min(begin, piece.begin());
    piece.until = std::min(piece.until, later);
  }
  std::erase_if(pieces, [](const Piece& piece) { return piece.until <= piece.begin(); });
}

}  // namespace

class PastRows::Disk {
 public:
  Disk(const StoreReader& store, const Request& asked, std::vector<Piece> pieces)
      : store_(store), asked_(asked), pieces_(std::move(pieces)), merger_(asked.view) {
    for (const Piece& piece : pieces_) {
      count_ += rows_of(piece);
      span_ += advance(piece.begin(), piece.end() - piece.begin());
    }
    at_ = {};
    before_.reset();
  }

  std::size_t count() const { return count_; }
  nanoseconds span() const { return span_; }
  void merge_over(nanoseconds slot) { slot_ = slot; }

  std::chrono::seconds step() const {
    std::size_t level = 0;
    for (const Piece& piece : pieces_) level = std::max(level, piece.level);
    return kLevelTable.at(level).step;
  }

  std::optional<HistoryReader::PastRow> next() {
    std::optional<std::int64_t> slot;
    while (look_for_row()) {
      const RowFacts facts = facts_from(frame_.head, frame_.notes[row_]);
      const auto before = std::pair(at_, before_);
      at_ += advance(facts.time, facts.duration) - facts.duration;
      const std::int64_t its_slot = slot_.count() > 0 ? at_ / slot_ : 0;
      if (slot && (slot_.count() == 0 || its_slot != *slot)) {
        std::tie(at_, before_) = before;
        break;
      }
      at_ += facts.duration;
      slot = its_slot;
      merger_.add(frame_, row_++);
    }
    if (merger_.empty()) return std::nullopt;
    return merger_.take();
  }

 private:
  std::size_t rows_of(const Piece& piece) const {
    const FrameHead& head = piece.head;
    const bool whole = std::max(piece.since, asked_.since) <= head.begin() && piece.until >= head.end() &&
                       head.last_sequence <= piece.last_sequence;
    if (whole) return head.rows;
    const auto notes = store_.notes(piece.level, head);
    return static_cast<std::size_t>(
        std::ranges::count_if(notes, [&](const RowNote& note) { return is_asked(piece, note); }));
  }

  // How much time passes until the end of what begins then: a gap counts, a step back does not.
  nanoseconds advance(Time begin, nanoseconds duration) {
    const nanoseconds gap = before_ ? std::max(begin - *before_, nanoseconds(0)) : nanoseconds(0);
    before_ = begin + duration;
    return gap + duration;
  }

  bool is_asked(const Piece& piece, const RowNote& note) const {
    const Time time = piece.head.begin() + note.offset;
    return time >= piece.since && time >= asked_.since && time < piece.until && note.sequence <= piece.last_sequence;
  }

  // Comes to the next row that is requested, or the end.
  bool look_for_row() {
    for (;;) {
      for (; row_ < frame_.notes.size(); ++row_)
        if (is_asked(pieces_[piece_], frame_.notes[row_])) return true;
      if (loaded_ && piece_ < pieces_.size()) ++piece_;
      if (piece_ == pieces_.size()) return false;
      load(pieces_[piece_]);
    }
  }

  void load(const Piece& piece) {
    loaded_ = true;
    row_ = 0;
    frame_.head = piece.head;
    frame_.window = window_in(piece.head, asked_.view);
    frame_.notes.clear();
    frame_.mean.clear();
    frame_.max.clear();
    if (frame_.window.bins == 0) return;
    frame_.notes = store_.notes(piece.level, piece.head);
    if (asked_.mean) load_levels(piece, Detector::Mean, frame_.mean);
    if (asked_.max) load_levels(piece, Detector::Max, frame_.max);
  }

  void load_levels(const Piece& piece, Detector detector, std::vector<std::uint8_t>& levels) {
    const FrameHead& head = piece.head;
    const Window& window = frame_.window;
    levels.assign(head.rows * frame_.width(), 0);
    for (std::size_t n = window.first / kTileBins; n * kTileBins < window.last; ++n) {
      const auto tile = store_.levels(piece.level, head, n, detector, decoder_);
      if (tile) copy_tile(head, n, *tile, levels);
    }
  }

  void copy_tile(const FrameHead& head, std::size_t n, std::span<const std::uint8_t> tile,
                 std::vector<std::uint8_t>& levels) const {
    const std::size_t start = n * kTileBins, bins = head.tile_bins(n);
    const std::size_t first = std::max(start, frame_.window.first), last = std::min(start + bins, frame_.window.last);
    for (std::size_t row = 0; row < head.rows; ++row)
      std::copy_n(tile.data() + row * bins + (first - start), last - first,
                  levels.data() + row * frame_.width() + (first - frame_.window.first));
  }

  const StoreReader& store_;
  const Request asked_;
  const std::vector<Piece> pieces_;
  std::size_t count_ = 0;
  nanoseconds span_{}, slot_{}, at_{};
  std::optional<Time> before_;  // the end of the last row
  std::size_t piece_ = 0, row_ = 0;
  bool loaded_ = false;
  ReadFrame frame_;
  TileDecoder decoder_;
  SlotMerger merger_;
};

PastRows::PastRows(const History& history, const StoreReader* store, const Request& asked) {
  std::size_t level = level_for(asked);
  const History::Reach reach = history.reach(kLevelTable.at(level).step);
  std::vector<Piece> pieces;
  if (store && !(reach.since && asked.since >= *reach.since)) pieces = find_pieces(*store, asked, level, asked.until);
  if (pieces.empty()) {
    memory_.emplace(history, asked.since, asked.until, asked.rows, asked.view, asked.epochs);
    return;
  }
  // What this process has written and memory has as fine is read from memory.
  const std::uint32_t run = store->first_epoch_of_run();
  std::uint64_t seam = 0;
  for (const Piece& piece : pieces)
    if (run > 0 && piece.head.epoch >= run) level = std::max(level, piece.level);
  const auto newest = store->newest(level);
  if (run > 0 && newest && newest->epoch >= run)
    seam = std::min(history.reach(kLevelTable.at(level).step).after, newest->last_sequence);
  for (Piece& piece : pieces)
    if (run > 0 && piece.head.epoch >= run) piece.last_sequence = seam;
  std::erase_if(pieces, [](const Piece& piece) { return piece.head.first_sequence > piece.last_sequence; });
  if (asked.epochs == HistoryReader::Epochs::Latest) keep_latest(pieces);
  memory_.emplace(history, asked.since, asked.until, asked.rows, asked.view, asked.epochs, seam);
  disk_ = std::make_unique<Disk>(*store, asked, std::move(pieces));
  if (disk_->count() + memory_->count() <= asked.rows) return;
  const nanoseconds slot = (disk_->span() + memory_->span()) / static_cast<std::int64_t>(asked.rows) + nanoseconds(1);
  disk_->merge_over(slot);
  memory_->merge_over(slot);
}

PastRows::~PastRows() = default;

std::optional<HistoryReader::PastRow> PastRows::next() {
  if (disk_)
    if (auto row = disk_->next()) return row;
  return memory_->next();
}

std::chrono::seconds PastRows::disk_step() const { return disk_ ? disk_->step() : std::chrono::seconds(0); }

}  // namespace spectrumd
