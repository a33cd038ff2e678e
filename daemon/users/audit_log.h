// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "daemon/config/json.h"
#include "daemon/config/units.h"

namespace spectrumd {

// Who changed what.
struct AuditEntry {
  Time time;
  std::string who;      // the name of a user, or "(token)", "(anyone)", "(command)", which no user is called
  std::string address;  // of the client; empty for a command
  std::string what;     // "PATCH /api/v1/tuning"
  std::string values;   // JSON of what was asked for, without secrets; empty: nothing more to say
  std::size_t times = 1;
};

struct AuditLimits {
  std::uint64_t file_bytes = 1 << 20;        // then a new file begins, and the one before the last goes
  std::chrono::milliseconds together{2000};  // a dial that turns is one line for each such time
};

// The changes that were made, a line of JSON for each, in a file and the one before it. Any thread. Notes wait for a
// separate thread, as disks stall; more than kMostWaiting are dropped and counted.
class AuditLog {
 public:
  static constexpr std::size_t kMostWaiting = 1000;

  explicit AuditLog(const std::filesystem::path& folder, const AuditLimits& limits = {});
  ~AuditLog();  // writes what waits

  void note(AuditEntry entry);  // does not block

  // The newest first. Blocks on the disk.
  std::vector<Json> newest(std::size_t most);

  const std::filesystem::path& file() const { return file_; }

 private:
  void run(const std::stop_token& stop);
  void write(const AuditEntry& entry);
  std::vector<AuditEntry> finished_run();
  std::vector<AuditEntry> next();

  const std::filesystem::path file_, older_;
  const AuditLimits limits_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable_any changed_;
  std::deque<AuditEntry> waiting_;
  std::optional<AuditEntry> run_;  // like the last line written, and counted instead
  std::size_t dropped_ = 0;
  bool is_writing_ = false;
  bool has_failed_ = false;  // is logged once
  std::jthread thread_;      // from the first note on
};

}  // namespace spectrumd
