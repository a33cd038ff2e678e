// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "daemon/commands/history/history_options.h"
#include "daemon/config/json_text.h"
#include "daemon/store/level_folder.h"
#include "daemon/store/store_reader.h"

namespace spectrumd {
namespace {

struct LevelStats {
  std::string_view name;
  std::size_t files = 0, frames = 0, rows = 0, imported_rows = 0;
  std::uint64_t bytes = 0;
  double bins = 0;     // of all rows together
  double seconds = 0;  // that the rows last
  std::optional<Time> oldest, newest;

  // Mean and maximum together, with all that the file needs besides.
  double bits_per_bin() const { return bins > 0 ? static_cast<double>(bytes) * 8 / bins : 0; }
  double bytes_per_day() const { return seconds > 0 ? static_cast<double>(bytes) / seconds * 86400 : 0; }
};

LevelStats stats_of(const StoreReader& reader, std::size_t index) {
  const Level& level = kLevelTable.at(index);
  LevelStats stats{.name = level.name, .oldest = {}, .newest = {}};
  for (const StoredFile& file : stored_files(reader.folder() / level.name)) {
    ++stats.files;
    stats.bytes += size_with_log(reader.folder() / level.name / file.name());
  }
  for (const FrameHead& frame : reader.frames(index, Time(), Time(std::chrono::hours(24 * 365 * 200)))) {
    ++stats.frames;
    stats.rows += frame.rows;
    stats.imported_rows += (frame.flags & kRowImported) ? frame.rows : 0;
    stats.bins += static_cast<double>(frame.rows * frame.bins);
    stats.seconds += std::chrono::duration<double>(frame.end() - frame.begin()).count();
    stats.oldest = stats.oldest ? std::min(*stats.oldest, frame.begin()) : frame.begin();
    stats.newest = stats.newest ? std::max(*stats.newest, frame.end()) : frame.end();
  }
  return stats;
}

Json json_of(const LevelStats& stats) {
  const auto time = [](const std::optional<Time>& at) { return at ? Json(format_time(*at)) : Json(); };
  return {{"name", stats.name},
          {"files", stats.files},
          {"bytes", stats.bytes},
          {"rows", stats.rows},
          {"imported_rows", stats.imported_rows},
          {"frames", stats.frames},
          {"oldest", time(stats.oldest)},
          {"newest", time(stats.newest)},
          {"bits_per_bin", stats.bits_per_bin()},
          {"bytes_per_day", stats.bytes_per_day()}};
}

std::string line_of(const LevelStats& stats) {
  const auto time = [](const std::optional<Time>& at) { return at ? format_time(*at).substr(0, 19) + "Z" : "-"; };
  return fmt::format("{:<6}{:>6}{:>11.1f}{:>10}  {:<21} {:<21}{:>7.2f}{:>9.1f}\n", stats.name, stats.files,
                     static_cast<double>(stats.bytes) / 1e6, stats.rows, time(stats.oldest), time(stats.newest),
                     stats.bits_per_bin(), stats.bytes_per_day() / 1e6);
}

}  // namespace

int show_history_stats(const HistoryOptions& options, const Settings& settings) {
  const StoreReader reader(folder_of(options, settings));
  Json levels = Json::array();
  std::string text = fmt::format("{:<6}{:>6}{:>11}{:>10}  {:<21} {:<21}{:>7}{:>9}\n", "level", "files", "MB", "rows",
                                 "oldest", "newest", "b/bin", "MB/day");
  double bytes = 0, daily = 0;
  std::size_t imported = 0;
  for (std::size_t index = 0; index < kLevels; ++index) {
    const LevelStats stats = stats_of(reader, index);
    levels.push_back(json_of(stats));
    text += line_of(stats);
    bytes += static_cast<double>(stats.bytes);
    daily += stats.bytes_per_day();
    imported += stats.imported_rows;
  }
  // SQLite writes what it commits to its log first, and some pages many times: for a payload of 54 MB the kernel
  // counted 148 MB written to a device with nothing else on it.
  constexpr double kWrittenOfPayload = 2.75;
  if (options.json) {
    std::cout << Json{{"folder", reader.folder().string()},
                      {"bytes", static_cast<std::uint64_t>(bytes)},
                      {"bytes_per_day", daily},
                      {"device_bytes_per_day_estimate", daily * kWrittenOfPayload},
                      {"levels", levels}}
                     .dump(2)
              << '\n';
    return EXIT_SUCCESS;
  }
  std::cout << text
            << fmt::format(
                   "{}: {:.1f} MB; a day of receiving adds {:.1f} MB and writes about {:.0f} MB to the device\n",
                   reader.folder().string(), bytes / 1e6, daily / 1e6, daily * kWrittenOfPayload / 1e6);
  if (imported > 0)
    std::cout << fmt::format("{} of the rows are imported: their levels are in {} of the program that made them\n",
                             imported, kImportedUnit);
  return EXIT_SUCCESS;
}

}  // namespace spectrumd
