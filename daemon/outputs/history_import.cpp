// SPDX-License-Identifier: MIT
#include "daemon/outputs/history_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daemon/store/epoch_book.h"
#include "daemon/store/folder_lock.h"
#include "daemon/store/store_reader.h"
#include "daemon/store/store_writer.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 60;  // retention is the daemon's
constexpr std::size_t kRowsOfWrite = 600;
constexpr double kUsualBaseDb = -120, kStoredDb = 127;

// The lock that a daemon holds while it writes.
mailbox::Descriptor locked(const fs::path& folder) {
  if (auto lock = try_lock(folder / "lock")) return std::move(*lock);
  throw StoreInUse(
      fmt::format("{}: a spectrumd writes there; stop it, or import into another folder", folder.string()));
}

std::uint32_t last_epoch_in(const fs::path& folder) {
  const StoreReader reader(folder);
  std::uint32_t last = 0;
  for (std::size_t level = 0; level < kLevels; ++level)
    if (const auto newest = reader.newest(level)) last = std::max(last, newest->epoch);
  return last;
}

// The coarsest whose rows are not longer than these.
std::size_t level_of(std::chrono::nanoseconds duration) {
  std::size_t level = 0;
  while (level + 1 < kLevels && kLevelTable.at(level + 1).step <= duration) ++level;
  return level;
}

}  // namespace

HistoryImport::HistoryImport(const fs::path& folder, const std::string& name, double strongest_db)
    : lock_(locked(folder)), base_db_(std::max(kUsualBaseDb, std::ceil(strongest_db) - kStoredDb)) {
  EpochBook book(folder);
  epoch_ = book.begin({.boot = "imported: " + name, .ahead = {}, .synchronized = true}, last_epoch_in(folder));
  for (std::size_t i = 0; i < kLevels; ++i) {
    const Level& level = kLevelTable.at(i);
    levels_.at(i).writer.emplace(LevelFolder(folder / level.name, level, [](const auto&, const auto&) {}), encoder_);
    levels_.at(i).writer->folder().open();
  }
}

HistoryImport::~HistoryImport() = default;

void HistoryImport::add(const RowPtr& row) {
  const auto dated = std::make_shared<Row>(*row);
  dated->epoch = epoch_;
  dated->generation = 1;
  ++rows_;
  add_to(level_of(row->duration), *dated);
  if (++unwritten_ == kRowsOfWrite) write();
}

RowSetting HistoryImport::setting_of(const Row& row) const {
  return {.gain = {}, .rbw_hz = row.bin_width().value, .base_db = base_db_, .epoch = epoch_};
}

void HistoryImport::add_to(std::size_t level, const Row& row) {
  levels_.at(level).writer->add(row, setting_of(row), {});
  if (level + 1 < kLevels) merge_into(level + 1, row);
}

void HistoryImport::merge_into(std::size_t level, const Row& row) {
  OfLevel& target = levels_.at(level);
  const std::int64_t bucket = row.time.time_since_epoch() / std::chrono::nanoseconds(kLevelTable.at(level).step);
  if (!target.merger.empty() && (bucket != target.bucket || !target.merger.accepts(row)))
    add_to(level, *target.merger.take());
  target.bucket = bucket;
  target.merger.add(row);
}

void HistoryImport::write() {
  unwritten_ = 0;
  for (OfLevel& level : levels_)
    if (level.writer->has_frames()) level.writer->write(kUnlimited);
}

void HistoryImport::finish() {
  for (std::size_t i = 1; i < kLevels; ++i)
    if (!levels_.at(i).merger.empty()) add_to(i, *levels_.at(i).merger.take());
  for (OfLevel& level : levels_) level.writer->end_frame();
  write();
}

}  // namespace spectrumd
