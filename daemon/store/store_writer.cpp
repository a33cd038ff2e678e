// SPDX-License-Identifier: MIT
#include "daemon/store/store_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <system_error>
#include <utility>

#include "daemon/store/folder_lock.h"
#include "daemon/store/rebuild.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;
using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr std::size_t kRowsAtOnce = 64;
constexpr std::size_t kLastLevel = kLevels - 1;
static_assert(kLevels == History::kTiers, "each level but the last is a tier");

mailbox::Descriptor lock_of(const fs::path& folder) {
  if (auto lock = try_lock(folder / "lock")) return std::move(*lock);
  throw StoreInUse(
      fmt::format("{}: another spectrumd writes there; give each a folder: --history FOLDER", folder.string()));
}

std::string boot_or_run(const std::string& boot) {
  return boot.empty() ? fmt::format("run {:08x}", std::random_device{}()) : boot;
}

StoreHooks with_boot(StoreHooks hooks) {
  hooks.boot = boot_or_run(hooks.boot);
  return hooks;
}

}  // namespace

StoreWriter::StoreWriter(const History& history, StoreReader& reader, StorePlan plan, StoreHooks hooks, Report report)
    : history_(history), reader_(reader), plan_(std::move(plan)), hooks_(with_boot(std::move(hooks))) {
  for (std::size_t i = 0; i < kLevels; ++i) {
    const Level& level = kLevelTable.at(i);
    const auto with_level = [this, report, name = level.name](const std::string& file, const std::string& reason) {
      reader_.forget_files();  // the next has the same name
      report(fmt::format("{}/{}", name, file), reason);
    };
    levels_.at(i) =
        std::make_unique<LevelWriter>(LevelFolder(plan_.folder / level.name, level, with_level, plan_.vfs), encoder_);
  }
}

StoreWriter::~StoreWriter() = default;

void StoreWriter::open() {
  if (lock_.get() < 0) lock_ = lock_of(plan_.folder);
  for (const auto& level : levels_) level->folder().open();
  if (!epochs_) {
    for (std::size_t i = 0; i < kLevels; ++i)
      if (const auto newest = reader_.newest(i)) last_epoch_ = std::max(last_epoch_, newest->epoch);
    try {
      epochs_.emplace(plan_.folder, plan_.vfs);
    } catch (const DatabaseError& fault) {
      if (!fault.damaged()) throw;
      begin_other_epochs();
    }
    reader_.begin_run(last_epoch_ + 1);
  }
  for (std::size_t i = 1; i < kLevels; ++i) {
    rebuild_from_finer(reader_, i, *levels_.at(i));
    levels_.at(i)->write(limit_of(i));
  }
}

// The numbers in the files are enough to continue.
void StoreWriter::begin_other_epochs() {
  epochs_.reset();
  set_database_aside(plan_.folder / "epochs.db");
  epochs_.emplace(plan_.folder, plan_.vfs);
}

void StoreWriter::collect(Steady::time_point now) {
  if (!epochs_) return;
  for (std::size_t level = 0; level < kLastLevel; ++level) collect_tier(level, now);
}

void StoreWriter::collect_tier(std::size_t level, Steady::time_point now) {
  std::uint64_t& next = next_row_.at(level);
  for (;;) {
    const History::TierRows tier = history_.rows_of_tier(level + 1, next, kRowsAtOnce);
    skipped_rows_ += tier.first - std::min(tier.first, next);
    next = tier.first;
    if (tier.rows.empty()) return;
    for (const RowPtr& row : tier.rows) {
      add(level, row, now);
      ++next;
    }
  }
}

void StoreWriter::add(std::size_t level, const RowPtr& row, Steady::time_point now) {
  if (row->epoch == 0 || (row->flags & kRowSimulated)) return;
  RowSetting setting = hooks_.setting(*row);
  setting.epoch = epoch_of(*row);
  note_synchronization(*row);
  levels_.at(level)->add(*row, setting, now);
  if (level + 1 == kLastLevel) add_to_last_level(row, setting, now);
}

void StoreWriter::add_to_last_level(const RowPtr& row, const RowSetting& setting, Steady::time_point now) {
  const std::int64_t bucket = row->time.time_since_epoch() / nanoseconds(kLevelTable.at(kLastLevel).step);
  const bool same = bucket == last_bucket_ && last_merger_.accepts(*row) && setting == last_setting_;
  if (!last_merger_.empty() && !same) levels_.at(kLastLevel)->add(*last_merger_.take(), last_setting_, now);
  last_bucket_ = bucket;
  last_setting_ = setting;
  last_merger_.add(*row);
}

EpochBook::Clock StoreWriter::clock_of(const Row& row) const {
  return {.boot = hooks_.boot,
          .ahead = duration_cast<milliseconds>(hooks_.system().time_since_epoch() - hooks_.since_boot()),
          .synchronized = (row.flags & kRowUnsynchronized) == 0};
}

// A tier's rows come later than those of a finer one, so an epoch may be asked for again.
std::uint32_t StoreWriter::epoch_of(const Row& row) {
  const auto known = epoch_numbers_.find(row.epoch);
  if (known != epoch_numbers_.end()) return known->second;
  const EpochBook::Clock clock = clock_of(row);
  try {
    last_epoch_ = epochs_->begin(clock, last_epoch_);
  } catch (const DatabaseError& fault) {
    if (!fault.damaged()) throw;
    begin_other_epochs();
    last_epoch_ = epochs_->begin(clock, last_epoch_);
  }
  has_unsynchronized_ |= !clock.synchronized;
  return epoch_numbers_[row.epoch] = last_epoch_;
}

// Only of the present epoch: the clock is compared now.
void StoreWriter::note_synchronization(const Row& row) {
  if (!has_unsynchronized_ || (row.flags & kRowUnsynchronized) || row.epoch != hooks_.clock().epoch) return;
  epochs_->synchronize(epoch_of(row), clock_of(row));
  has_unsynchronized_ = false;
}

// Decided by the finest level, whose rows cannot be made again; the others are written along with it.
bool StoreWriter::is_due(Steady::time_point now) const {
  const auto since = levels_.front()->waiting_since();
  if (since && now - *since >= plan_.flush) return true;
  return std::ranges::any_of(
      levels_, [&](const auto& level) { return level->has_frames() && level->waiting_since() && !since; });
}

void StoreWriter::write(Steady::time_point now) {
  levels_.front()->end_frame_begun_before(now - plan_.flush);
  write_frames();
}

void StoreWriter::write_frames() {
  for (std::size_t i = 0; i < kLevels; ++i) {
    const std::uint64_t removed = levels_.at(i)->folder().removed();
    levels_.at(i)->write(limit_of(i));
    if (levels_.at(i)->folder().removed() > removed) reader_.forget_files();
  }
}

void StoreWriter::finish() {
  if (!epochs_) return;
  for (const auto& level : levels_) level->end_frame();
  write_frames();
  for (const auto& level : levels_) level->folder().close();
}

std::uint64_t StoreWriter::lost_rows() const {
  std::uint64_t lost = skipped_rows_;
  for (const auto& level : levels_) lost += level->dropped_rows();
  return lost;
}

}  // namespace spectrumd
