// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "daemon/fleet/gaps.h"
#include "daemon/store/sqlite.h"

namespace spectrumd {

// The id of a history, made once and kept in its file `id`: it moves with the card. Throws std::system_error.
std::string history_id(const std::filesystem::path& folder);

// What destinations have of a history, in its file reports.db. It is written after the destination has committed: what
// is lost with a power cut is sent again, and is known there. Everything throws DatabaseError and blocks on the disk.
// One thread; other threads and processes may have the same file open.
//   CREATE TABLE destination(fleet TEXT PRIMARY KEY, receiver INTEGER NOT NULL, batch INTEGER NOT NULL);
//   CREATE TABLE gap(fleet TEXT NOT NULL, stream TEXT NOT NULL, after_epoch INTEGER NOT NULL,
//                    after_number INTEGER NOT NULL, before_epoch INTEGER NOT NULL, before_number INTEGER NOT NULL,
//                    PRIMARY KEY(fleet, stream, after_epoch, after_number));
class ReportBook {
 public:
  // A damaged file is set aside as reports.db.damaged: then everything is sent again.
  explicit ReportBook(const std::filesystem::path& folder);

  struct Destination {
    std::int64_t receiver = 0;  // this one's number there; 0: not known yet
    std::int64_t batch = 0;     // the last one that was committed
  };
  Destination destination(const std::string& fleet);
  Gaps gaps(const std::string& fleet, const std::string& stream);
  void forget(const std::string& fleet);  // it has lost what it had

  // All or nothing, with begin() and commit() of a Transaction around it.
  Database& database() { return *database_; }
  void save(const std::string& fleet, const Destination& destination);
  void save(const std::string& fleet, const std::string& stream, const Gaps& gaps);

 private:
  std::unique_ptr<Database> database_;
};

}  // namespace spectrumd
