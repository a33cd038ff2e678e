// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/pipeline/history.h"
#include "daemon/store/store_writer.h"

namespace spectrumd {

// A folder that is removed again.
class StoreFolder {
 public:
  StoreFolder();
  ~StoreFolder();
  StoreFolder(const StoreFolder&) = delete;
  StoreFolder& operator=(const StoreFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// A daemon's history and its writer, driven by a clock of the test: a row a second, whose levels follow from its time,
// so that what is read back can be checked without keeping it.
class StoreWorld {
 public:
  explicit StoreWorld(std::filesystem::path folder, Time start, const char* vfs = nullptr, std::size_t bins = 64);

  void start();   // a run of the daemon; throws what StoreWriter::open throws
  void stop();    // an orderly end of it
  void kill();    // an end without one
  void second();  // one row, and whatever the writer then does; a DatabaseError is counted
  void seconds(std::size_t count);

  void step_clock(std::chrono::nanoseconds by);
  void retune();

  static RowPtr row_at(Time time, std::size_t bins);  // as pushed, but for its facts
  static Centibel level_at(Time time, std::size_t bin);

  std::function<RowPtr(Time)> make_row;  // instead of row_at()
  StorePlan plan;
  Time now;
  bool synchronized = true;
  std::string boot = "boot";
  std::size_t failures = 0;
  std::size_t writes = 0;
  std::vector<std::string> set_aside;
  Time last_written;  // the last row known to be on the disk began before

  History& history() { return *history_; }
  StoreReader& reader() { return *reader_; }
  StoreWriter* writer() { return writer_.get(); }

 private:
  std::size_t bins_;
  std::unique_ptr<History> history_;
  std::unique_ptr<StoreReader> reader_;
  std::unique_ptr<StoreWriter> writer_;
  StoreWriter::Steady::time_point steady_{};
  std::uint64_t sequence_ = 0;
  std::uint32_t epoch_ = 1, generation_ = 1;
  std::chrono::nanoseconds since_boot_ = std::chrono::hours(1);
};

// All that a folder holds of a level: times and durations of its rows, and the number of levels that are not what
// row_at() says; bins without data are not counted.
struct StoredRows {
  std::vector<RowPtr> rows;
  std::size_t wrong_levels = 0, missing_levels = 0;
};
StoredRows stored_rows(const StoreReader& reader, std::size_t level, Time since = Time(),
                       Time until = Time(std::chrono::hours(24 * 365 * 80)));

}  // namespace spectrumd
