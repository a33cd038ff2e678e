// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "daemon/commands/history/history_options.h"
#include "daemon/commands/history/work_progress.h"
#include "daemon/config/json.h"
#include "daemon/outputs/history_import.h"

namespace spectrumd {
namespace {

struct Imported {
  std::string file;
  std::size_t rows = 0;
  std::uint32_t epoch = 0;
  std::optional<Time> first, last;
};

std::uint64_t size_of(const std::string& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  return error ? 0 : size;
}

// Reads all of it once before anything is written, so that a file with a mistake leaves nothing behind. Returns the
// highest level.
double checked(const std::string& name) {
  std::ifstream stream(name, std::ios::binary);
  if (!stream) throw PowerFileError(fmt::format("{}: cannot be opened", name));
  PowerFile file(stream, name);
  Centibel strongest = kNoLevel;
  bool any = false;
  while (const RowPtr row = file.next()) {
    any = true;
    for (const Centibel level : row->levels[1].full()) strongest = std::max(strongest, level);
  }
  if (!any) throw PowerFileError(fmt::format("{}: has no lines of rtl_power", name));
  return decibels(strongest);
}

Imported import_file(const std::filesystem::path& folder, const std::string& name, double strongest_db) {
  std::ifstream stream(name, std::ios::binary);
  PowerFile file(stream, name);
  HistoryImport import(folder, std::filesystem::path(name).filename(), strongest_db);
  WorkProgress progress(std::cerr, isatty(STDERR_FILENO) != 0, "import");
  Imported imported{.file = name, .epoch = import.epoch(), .first = {}, .last = {}};
  while (const RowPtr row = file.next()) {
    import.add(row);
    if (!imported.first) imported.first = row->time;
    imported.last = row->time;
    progress.update(static_cast<std::uint64_t>(std::max<std::streamoff>(0, stream.tellg())), size_of(name));
  }
  import.finish();
  imported.rows = import.rows();
  return imported;
}

void report(const Imported& imported, bool json) {
  const std::string first = imported.first ? format_time(*imported.first) : "",
                    last = imported.last ? format_time(*imported.last) : "";
  if (json)
    std::cout << Json{{"file", imported.file},
                      {"rows", imported.rows},
                      {"epoch", imported.epoch},
                      {"first", first},
                      {"last", last}}
                     .dump()
              << '\n';
  else
    std::cout << fmt::format("{}: {} rows from {} to {}, epoch {}\n", imported.file, imported.rows, first, last,
                             imported.epoch);
}

}  // namespace

int import_history(const HistoryOptions& options, const Settings& settings) {
  if (options.files.empty()) throw command_line::UsageError("import: name the files of rtl_power");
  std::error_code ignored;  // it is then reported as missing
  if (!options.folder.empty()) std::filesystem::create_directories(options.folder, ignored);
  const auto folder = folder_of(options, settings);
  try {
    std::vector<double> strongest;
    for (const std::string& file : options.files) strongest.push_back(checked(file));
    for (std::size_t i = 0; i < strongest.size(); ++i)
      report(import_file(folder, options.files[i], strongest[i]), options.json);
  } catch (const PowerFileError& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

}  // namespace spectrumd
