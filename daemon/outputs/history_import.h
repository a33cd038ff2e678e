// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "daemon/outputs/tables/power_file.h"
#include "daemon/pipeline/row_merger.h"
#include "daemon/store/level_writer.h"
#include "mailbox/descriptor.h"

namespace spectrumd {

// Adds rows of files to a folder of the history, as an epoch that no other rows have: flagged as imported, and merged
// into all coarser levels. While it lives, no daemon can write to the folder. Throws DatabaseError, and StoreInUse if a
// daemon writes there. Blocks on the disk. One thread.
class HistoryImport {
 public:
  // `strongest_db` is the highest level to come: it has to fit into the 127 dB that are stored.
  HistoryImport(const std::filesystem::path& folder, const std::string& name, double strongest_db = 0);
  ~HistoryImport();

  void add(const RowPtr& row);  // in the order of their times
  void finish();                // writes what is pending; without it the last rows are lost

  std::size_t rows() const { return rows_; }
  std::uint32_t epoch() const { return epoch_; }

 private:
  struct OfLevel {
    std::optional<LevelWriter> writer;
    RowMerger merger;
    std::int64_t bucket = 0;
  };
  void add_to(std::size_t level, const Row& row);
  void merge_into(std::size_t level, const Row& row);
  RowSetting setting_of(const Row& row) const;
  void write();

  const mailbox::Descriptor lock_;
  const double base_db_;
  FrameEncoder encoder_;
  std::array<OfLevel, kLevels> levels_;
  std::uint32_t epoch_ = 0;
  std::size_t rows_ = 0, unwritten_ = 0;
};

}  // namespace spectrumd
