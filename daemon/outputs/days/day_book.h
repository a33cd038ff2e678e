// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daemon/config/units.h"
#include "daemon/store/store_reader.h"

namespace spectrumd {

using Date = std::chrono::year_month_day;

struct DayFacts {
  Date date;
  std::uint64_t bytes = 0;
};

struct DayLimits {
  std::size_t days = 1100;
  std::uint64_t bytes = std::uint64_t{1} << 28;  // of all pictures together
};

// Pictures of whole days, by the local clock: "2026-11-22.png" in a folder. Made once, of days that have ended and
// whose rows are on the disk. Blocks on the disk. Any thread, but one at a time makes and removes.
class DayBook {
 public:
  // `station` is for the titles.
  DayBook(std::filesystem::path history, const DayLimits& limits, std::string station);

  const std::filesystem::path& folder() const { return folder_; }
  std::vector<DayFacts> list() const;                       // oldest first
  std::filesystem::path file_of(Date date) const;           // which may not exist
  std::vector<Date> missing(Time now) const;                // the latest first: it is what users look for
  bool make(Date date, const std::function<bool()>& stop);  // false without rows, or if stopped; throws OutputError
  void remove_old(Time now);

  // The days before this have ended, and their last rows are on the disk.
  static Date first_unfinished(Time now);
  static Time next_change(Time now);  // of first_unfinished()

 private:
  std::optional<Date> oldest_wanted(Time now) const;  // of those that have rows

  const std::filesystem::path folder_;
  const DayLimits limits_;
  const std::string station_;
  StoreReader reader_;
};

}  // namespace spectrumd
