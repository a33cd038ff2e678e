// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "daemon/store/sqlite.h"

namespace spectrumd {

// The epochs of a folder of the history, in its file epochs.db: numbers that increase with every start of the daemon
// and every step of the clock. Of each it keeps how far the clock was ahead of the time since boot: so rows from before
// the clock was first synchronized can be moved to where they belong once it is, even by a later run of the daemon.
// Throws DatabaseError, blocks on the disk. One thread.
//   CREATE TABLE epoch(id INTEGER PRIMARY KEY, boot TEXT NOT NULL, ahead_ms INTEGER NOT NULL,
//                      synchronized INTEGER NOT NULL, shift_ms INTEGER NOT NULL);
class EpochBook {
 public:
  explicit EpochBook(const std::filesystem::path& folder, const char* vfs = nullptr);

  struct Clock {
    std::string boot;                   // identifies the time since the last boot
    std::chrono::milliseconds ahead{};  // of the time since boot
    bool synchronized = false;
  };
  std::uint32_t begin(const Clock& clock, std::uint32_t after);  // a new one, later than all others and than `after`

  // The clock is right now: moves all epochs of this boot in which it was not, and knows `epoch` as synchronized.
  // Returns whether there were any.
  bool synchronize(std::uint32_t epoch, const Clock& clock);

 private:
  Database database_;
};

// What is to be added to the times of epochs, in ms; only those that are not 0. Empty if there is no such file.
std::map<std::uint32_t, std::int64_t> shifts_of_epochs(const std::filesystem::path& folder);

// An epoch as the book has it.
struct StoredEpoch {
  std::uint32_t id = 0;
  std::string boot;
  std::int64_t ahead_ms = 0, shift_ms = 0;
};
std::vector<StoredEpoch> stored_epochs(const std::filesystem::path& folder);  // throws DatabaseError

// Identifies the time since the last boot; empty if the system does not say.
std::string boot_id();
std::chrono::nanoseconds time_since_boot();

}  // namespace spectrumd
