// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "daemon/commands/history/history_options.h"
#include "daemon/commands/history/output.h"
#include "daemon/commands/history/work_progress.h"
#include "daemon/outputs/picture/picture.h"
#include "daemon/outputs/stored_period.h"
#include "daemon/outputs/tables/row_table.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostTableRows = 100'000, kMostPictureRows = 10'000;  // where the level is not given
constexpr std::size_t kMostColumns = 65536, kPictureColumns = 1600, kPictureLines = 900;
constexpr auto kUsualPeriod = std::chrono::hours(24);

struct Wanted {
  Time since, until;
  std::string format;
  std::size_t level;
};

std::string format_of(const HistoryOptions& options) {
  if (!options.format.empty()) return options.format == "npz" ? "npy" : options.format;
  const std::string extension = std::filesystem::path(options.out).extension();
  if (extension == ".png") return "png";
  return extension == ".npz" || extension == ".npy" ? "npy" : "csv";
}

Wanted wanted_of(const HistoryOptions& options, const StoreReader& reader) {
  const Time now = std::chrono::system_clock::now();
  Wanted wanted{.until = options.until.empty() ? now : moment_of("--until", options.until, now),
                .format = format_of(options)};
  wanted.since = options.since.empty() ? wanted.until - kUsualPeriod : moment_of("--since", options.since, now);
  if (wanted.since >= wanted.until) throw command_line::UsageError("--since: is not before --until");
  if (options.from && options.to && *options.from >= *options.to)
    throw command_line::UsageError("--to: is not above --from");
  const std::size_t most = wanted.format == "png" ? kMostPictureRows : kMostTableRows;
  wanted.level = level_named(options.level).value_or(kLevels);
  if (wanted.level == kLevels) wanted.level = level_for(reader, wanted.since, wanted.until, most);
  return wanted;
}

// Reads all rows; false if the output was closed before the last.
template <class Use>
bool each_row(StoredPeriod& period, const CommandOutput& output, Use use) {
  WorkProgress progress(std::cerr, isatty(STDERR_FILENO) != 0, "export");
  while (const auto item = period.next()) {
    use(*item);
    if (output.closed()) return false;
    progress.update(period.frames_read(), period.frames().size());
  }
  return true;
}

void export_picture(StoredPeriod& period, const Wanted& wanted, const ColumnGrid& grid, Detector detector,
                    CommandOutput& output) {
  Picture picture({.since = wanted.since,
                   .until = wanted.until,
                   .from = grid.from,
                   .to = grid.to,
                   .columns = kPictureColumns,
                   .lines = kPictureLines,
                   .detector = detector,
                   .range = {},
                   .station = {},
                   .rbw_hz = period.frames().back().rbw_hz,
                   .unit = period.unit()});
  if (each_row(period, output, [&](const StoredPeriod::Item& item) { picture.add(*item.row); }))
    picture.write([&](std::string_view bytes) { output.write(bytes); });
}

void export_table(StoredPeriod& period, const Wanted& wanted, const ColumnGrid& grid, Detector detector,
                  CommandOutput& output) {
  const TablePlan plan{.grid = grid,
                       .detector = detector,
                       .unit = period.unit(),
                       .rows = wanted.format == "npy" ? period.count_rows() : 0};
  const auto sink = [&](std::string_view bytes) { output.write(bytes); };
  const auto make = wanted.format == "npy" ? npz_table : wanted.format == "rtl_power" ? power_table : csv_table;
  std::unique_ptr<RowTable> table;
  try {
    table = make(plan, sink);
  } catch (const std::invalid_argument& refusal) {
    throw command_line::UsageError(refusal.what());
  }
  const auto add = [&](const StoredPeriod::Item& item) { table->add(*item.row, item.frame->rbw_hz); };
  if (each_row(period, output, add)) table->finish();
}

std::optional<Hertz> edge(const std::optional<double>& hz) { return hz ? std::optional(Hertz{*hz}) : std::nullopt; }

}  // namespace

int export_history(const HistoryOptions& options, const Settings& settings) {
  const StoreReader reader(folder_of(options, settings));
  const Wanted wanted = wanted_of(options, reader);
  const Detector detector = settings.analysis.detector == Detector::Max ? Detector::Max : Detector::Mean;
  if (settings.analysis.detector == Detector::Min)
    throw command_line::UsageError("--detector: the history on disk has mean and max");
  StoredPeriod period(reader, wanted.level, wanted.since, wanted.until);
  const auto grid = period.grid(edge(options.from), edge(options.to), kMostColumns);
  if (!grid) {
    std::cerr << fmt::format("{}: no rows of level {} between {} and {} in this range\n", reader.folder().string(),
                             kLevelTable.at(wanted.level).name, format_time(wanted.since), format_time(wanted.until));
    return EXIT_FAILURE;
  }
  CommandOutput output(options.out);
  (wanted.format == "png" ? export_picture : export_table)(period, wanted, *grid, detector, output);
  return EXIT_SUCCESS;
}

}  // namespace spectrumd
