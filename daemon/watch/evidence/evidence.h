// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/pipeline/row.h"
#include "daemon/watch/alarm.h"

namespace spectrumd {

// Rows under one tuning, and the bins of them that are kept.
struct EvidenceRows {
  std::vector<RowPtr> rows;
  std::size_t first_bin = 0, last_bin = 0;
};

// Those of them with the tuning of the alarm's first row, and up to 1024 bins around its frequency.
EvidenceRows evidence_rows(std::vector<RowPtr> rows, const Alarm& alarm);

// A folder for each alarm: rows.npy (int16 centibels, [row][mean, max][bin]), rows.json (what they are), picture.png,
// event.json. Everything throws OutputError or std::filesystem::filesystem_error, and blocks on the disk. One thread,
// but path_of() on any.
class EvidenceFolder {
 public:
  explicit EvidenceFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Returns the names of the files. `unit`: of the levels in the picture.
  std::string keep(const Alarm& alarm, const EvidenceRows& rows, std::string_view unit = "dBFS") const;
  void update(const Alarm& alarm) const;  // event.json
  void remove(std::int64_t alarm) const;
  std::uint64_t bytes() const;

  // One of the files above; nullopt for any other name, so that no text of a client becomes a path.
  std::optional<std::filesystem::path> path_of(std::int64_t alarm, std::string_view name) const;

 private:
  std::filesystem::path folder_of_alarm(std::int64_t alarm) const { return folder_ / std::to_string(alarm); }

  const std::filesystem::path folder_;
};

}  // namespace spectrumd
