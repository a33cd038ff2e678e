// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "daemon/pipeline/history_reader.h"
#include "daemon/store/store_reader.h"

namespace spectrumd {

// Reads a period row by row: from the disk, and from memory where that has rows as fine; one order, no row twice. The
// level read is the coarsest that has a row for each that is requested, or a coarser one where that would take too long
// or the finer one has been removed. Rows of the disk have no minimum. One thread; blocks on the disk.
class PastRows {
 public:
  struct Request {
    Time since, until;
    std::size_t rows = 0;  // at most (at least 1); more are merged
    View view;
    HistoryReader::Epochs epochs = HistoryReader::Epochs::All;
    bool mean = true, max = true;  // detectors to read from the disk
  };

  PastRows(const History& history, const StoreReader* store, const Request& asked);  // null: memory alone
  ~PastRows();

  std::optional<HistoryReader::PastRow> next();  // nullopt at the end
  std::chrono::seconds disk_step() const;        // of the coarsest level read; 0: none was

 private:
  class Disk;
  std::unique_ptr<Disk> disk_;  // null if memory has all
  std::optional<HistoryReader> memory_;
};

}  // namespace spectrumd
