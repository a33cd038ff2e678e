// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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
    const auto [place, is_new] = times_.try_emplace(series, ns, ns);
    place->second = {std::min(place->second.first, ns), std::max(place->second.second, ns)};
  }
  const std::map<std::string, std::pair<std::int64_t, std::int64_t>>& times() const { return times_; }

  std::size_t bytes() const;
  std::size_t row_count() const;

 private:
  std::array<CopyRows, kReportTables> rows_;
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> times_;  // first and last, by series
};

}  // namespace spectrumd
