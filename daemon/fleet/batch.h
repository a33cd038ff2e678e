// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "daemon/fleet/copy_rows.h"

namespace spectrumd {

// A table that reporters fill: its name, and its columns with their types in the order in which rows are copied.
struct ReportTable {
  std::string_view name;
  std::string_view columns;
};
// Those of schema/*.sql, without what the server adds.
enum class Reported : std::uint8_t { Frame, Tile, Alarm, Occupancy, Floor, Health, Clock, Minute };
inline constexpr std::size_t kReportTables = 8;
const ReportTable& table_of(Reported table);

// What is sent in one transaction.
class Batch {
 public:
  CopyRows& rows(Reported table) { return rows_.at(static_cast<std::size_t>(table)); }
  const CopyRows& rows(Reported table) const { return rows_.at(static_cast<std::size_t>(table)); }

  // There are rows of this time for a series, whose partition must be there.
  void has_time(const std::string& series, std::int64_t ns) {
    days_[series].insert(ns / (86'400 * std::int64_t{1'000'000'000}));
  }
  // Since 1970. They may be decades apart: of a board that did not know the time at first.
  const std::map<std::string, std::set<std::int64_t>>& days() const { return days_; }

  std::size_t bytes() const;
  std::size_t row_count() const;

 private:
  std::array<CopyRows, kReportTables> rows_;
  std::map<std::string, std::set<std::int64_t>> days_;  // by series
};

}  // namespace spectrumd
