// SPDX-License-Identifier: MIT
#include "daemon/outputs/days/day_book.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "daemon/outputs/local_time.h"
#include "daemon/outputs/output_file.h"
#include "daemon/outputs/picture/picture.h"
#include "daemon/outputs/stored_period.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono;

constexpr std::string_view kPictureSuffix = ".png";
constexpr minutes kUntilOnDisk(70);  // rows of a minute are written an hour together
constexpr std::size_t kDayColumns = 1440;
constexpr std::size_t kMostDayRows = 1500;  // a minute each: also of a day of 25 hours

std::optional<Date> date_of_file(const fs::path& file) {
  return file.extension() == kPictureSuffix ? parse_date(file.stem().string()) : std::nullopt;
}

}  // namespace

DayBook::DayBook(fs::path history, const DayLimits& limits, std::string station)
    : folder_(history / "days"), limits_(limits), station_(std::move(station)), reader_(std::move(history)) {}

fs::path DayBook::file_of(Date date) const { return folder_ / (date_text(date) + std::string(kPictureSuffix)); }

std::vector<DayFacts> DayBook::list() const {
  std::vector<DayFacts> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    const auto date = date_of_file(entry->path());
    if (date && entry->is_regular_file(ignored)) found.push_back({*date, entry->file_size(ignored)});
  }
  std::ranges::sort(found, {}, &DayFacts::date);
  return found;
}

Date DayBook::first_unfinished(Time now) { return local_clock(now - kUntilOnDisk).date; }

Time DayBook::next_change(Time now) { return local_midnight(day_after(first_unfinished(now))) + kUntilOnDisk; }

// What was removed is not made again, though coarser rows of it may be there for years: where there is no room for
// more, those before the oldest.
std::optional<Date> DayBook::oldest_wanted(Time now) const {
  std::optional<Time> oldest;
  for (std::size_t level = 0; level < kLevels; ++level)
    if (const auto time = reader_.oldest(level)) oldest = std::min(oldest.value_or(*time), *time);
  if (!oldest) return std::nullopt;
  const Date limit = sys_days(first_unfinished(now)) - days(limits_.days);
  const auto made = list();
  std::uint64_t bytes = 0, largest = 0;
  for (const DayFacts& day : made) {
    bytes += day.bytes;
    largest = std::max(largest, day.bytes);
  }
  const bool is_full = bytes + 2 * largest > limits_.bytes;  // what was removed may have been larger than those left
  return std::max({limit, local_clock(*oldest).date, is_full && !made.empty() ? made.front().date : limit});
}

std::vector<Date> DayBook::missing(Time now) const {
  std::vector<Date> missing;
  const auto oldest = oldest_wanted(now);
  if (!oldest) return missing;
  std::error_code error;
  for (sys_days day = sys_days(first_unfinished(now)) - days(1); day >= sys_days(*oldest); day -= days(1))
    if (!fs::exists(file_of(day), error)) missing.emplace_back(day);
  return missing;
}

bool DayBook::make(Date date, const std::function<bool()>& stop) {
  const Time since = local_midnight(date), until = local_midnight(day_after(date));
  StoredPeriod period(reader_, level_for(reader_, since, until, kMostDayRows), since, until);
  const auto grid = period.grid(std::nullopt, std::nullopt, kDayColumns);
  if (!grid) return false;
  Picture picture({.since = since,
                   .until = until,
                   .from = grid->from,
                   .to = grid->to,
                   .columns = kDayColumns,
                   .lines = static_cast<std::size_t>((until - since) / minutes(1)),
                   .detector = Detector::Max,
                   .range = {},
                   .station = station_,
                   .rbw_hz = period.frames().back().rbw_hz,
                   .unit = period.unit()});
  while (const auto item = period.next()) {
    if (stop()) return false;
    picture.add(*item->row);
  }
  std::string png;
  picture.write([&](std::string_view bytes) { png += bytes; });
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw OutputError(folder_, error.value());
  replace_file_on_disk(file_of(date), png, std::make_shared<Disk>());
  return true;
}

void DayBook::remove_old(Time now) {
  const sys_days limit = sys_days(first_unfinished(now)) - days(limits_.days);
  std::uint64_t bytes = 0;
  auto found = list();
  std::ranges::reverse(found);
  std::error_code ignored;
  for (const DayFacts& day : found) {
    bytes += day.bytes;
    if (sys_days(day.date) < limit || bytes > limits_.bytes) fs::remove(file_of(day.date), ignored);
  }
}

}  // namespace spectrumd
