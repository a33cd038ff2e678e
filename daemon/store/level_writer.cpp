// SPDX-License-Identifier: MIT
#include "daemon/store/level_writer.h"

#include <algorithm>
#include <utility>

namespace spectrumd {
namespace {

constexpr std::size_t kMostPendingBytes = 4 << 20;

std::string period_at(const Level& level, std::int64_t ms) {
  return period_of(level, Time(std::chrono::milliseconds(ms)));
}

}  // namespace

LevelWriter::LevelWriter(LevelFolder folder, FrameEncoder& encoder) : folder_(std::move(folder)), encoder_(encoder) {}

// A frame lies in one file.
void LevelWriter::add(const Row& row, const RowSetting& setting, Steady::time_point now) {
  const bool same_file =
      maker_.empty() || period_of(folder_.level(), row.time) == period_at(folder_.level(), maker_.head().t0_ms);
  if (!same_file || !maker_.accepts(row, setting)) end_frame();
  if (maker_.empty()) began_ = now;
  maker_.add(row, setting);
  if (maker_.full()) end_frame();
}

void LevelWriter::end_frame() {
  if (maker_.empty()) return;
  pending_.push_back(encoder_.encode(maker_.take()));
  pending_since_.push_back(began_);
  pending_bytes_ += pending_.back().bytes();
  while (pending_bytes_ > kMostPendingBytes && pending_.size() > 1) {
    dropped_ += pending_.front().head.rows;
    drop_first(1);
  }
}

void LevelWriter::drop_first(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) pending_bytes_ -= pending_[i].bytes();
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(count));
  pending_since_.erase(pending_since_.begin(), pending_since_.begin() + static_cast<std::ptrdiff_t>(count));
}

void LevelWriter::end_frame_begun_before(Steady::time_point then) {
  if (!maker_.empty() && began_ <= then) end_frame();
}

std::optional<LevelWriter::Steady::time_point> LevelWriter::waiting_since() const {
  if (!pending_.empty()) return pending_since_.front();
  return maker_.empty() ? std::nullopt : std::optional(began_);
}

void LevelWriter::write(std::uint64_t limit_bytes) {
  while (!pending_.empty()) {
    const std::size_t count = folder_.append(pending_, limit_bytes);
    for (std::size_t i = 0; i < count; ++i) rows_ += pending_[i].head.rows;
    drop_first(count);
  }
}

}  // namespace spectrumd
