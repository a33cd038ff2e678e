// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/pipeline/history.h"
#include "daemon/pipeline/row_merger.h"
#include "daemon/sources/wall_clock.h"
#include "daemon/store/epoch_book.h"
#include "daemon/store/level_writer.h"
#include "daemon/store/store_reader.h"
#include "mailbox/descriptor.h"

namespace spectrumd {

struct StorePlan {
  std::filesystem::path folder;
  std::uint64_t limit_bytes = 0;                           // of all levels together
  std::array<unsigned, kLevels> shares{48, 20, 22, 8, 2};  // of it for each level, in percent
  std::chrono::seconds flush{60};                          // a row is on the disk after at most this
  const char* vfs = nullptr;                               // of SQLite; null: the default
};

// What the store asks others for. None may block.
struct StoreHooks {
  std::function<RowSetting(const Row& row)> setting;  // gain, resolution and scale; the epoch is the store's
  std::function<ClockStatus()> clock;
  std::function<Time()> system = std::chrono::system_clock::now;
  std::function<std::chrono::nanoseconds()> since_boot = time_since_boot;
  std::string boot = boot_id();  // empty: not known, so what a run writes unsynchronized only that run can move
};

// Another process writes to the folder.
struct StoreInUse : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Writes rows of a history to a folder, without a thread: the work of Store, driven by tests with a clock of their
// choice. Rows are read from the tiers with a cursor; the last level is merged here. Rows of recordings and of the demo
// band are not stored. One thread; blocks on the disk.
class StoreWriter {
 public:
  using Steady = std::chrono::steady_clock;
  using Report = LevelFolder::Report;

  // Touches nothing. `reader` reads the same folder.
  StoreWriter(const History& history, StoreReader& reader, StorePlan plan, StoreHooks hooks, Report report);
  ~StoreWriter();

  // Locks the folder, begins an epoch, rebuilds what is missing. Throws DatabaseError or StoreInUse; may be repeated.
  void open();

  // Collects the rows made since the last call, which must not be long ago; writes nothing. Throws DatabaseError only
  // where a new epoch begins.
  void collect(Steady::time_point now);

  bool is_due(Steady::time_point now) const;  // a row has waited for so long that it should be written
  void write(Steady::time_point now);         // what is due; throws DatabaseError and keeps what it has not written
  void finish();                              // writes all; likewise

  const LevelWriter& level(std::size_t index) const { return *levels_.at(index); }
  std::uint64_t limit_of(std::size_t level) const { return plan_.limit_bytes / 100 * plan_.shares.at(level); }
  std::uint64_t lost_rows() const;

 private:
  void collect_tier(std::size_t level, Steady::time_point now);
  void add(std::size_t level, const RowPtr& row, Steady::time_point now);
  void add_to_last_level(const RowPtr& row, const RowSetting& setting, Steady::time_point now);
  void begin_other_epochs();
  std::uint32_t epoch_of(const Row& row);
  EpochBook::Clock clock_of(const Row& row) const;
  void note_synchronization(const Row& row);
  void write_frames();

  const History& history_;
  StoreReader& reader_;
  const StorePlan plan_;
  const StoreHooks hooks_;
  mailbox::Descriptor lock_;
  std::optional<EpochBook> epochs_;
  FrameEncoder encoder_;
  std::array<std::unique_ptr<LevelWriter>, kLevels> levels_;
  std::array<std::uint64_t, kLevels> next_row_{};  // of each tier
  RowMerger last_merger_;
  RowSetting last_setting_;
  std::int64_t last_bucket_ = 0;
  std::map<std::uint32_t, std::uint32_t> epoch_numbers_;  // of this process, and as stored
  std::uint32_t last_epoch_ = 0;
  bool has_unsynchronized_ = true;  // an epoch of this boot may be, also one of an earlier run
  std::uint64_t skipped_rows_ = 0;  // that the tiers forgot first
};

}  // namespace spectrumd
