// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/arguments.h"
#include "daemon/config/settings.h"
#include "daemon/config/units.h"

namespace spectrumd {

// The command line of `spectrumd history`.
struct HistoryOptions {
  std::string action;              // export, import, check or stats
  std::vector<std::string> files;  // to be imported
  std::filesystem::path folder;    // empty: the daemon's
  std::string since, until;        // as typed
  std::optional<double> from, to;  // Hz
  std::string level = "auto";
  std::string format;  // empty: by the name of the file, else csv
  std::string out = "-";
  bool json = false;
};
void add_history_options(command_line::Arguments& arguments, HistoryOptions& options);

// "2026-11-22" (midnight here), "2026-11-22T08:03:49Z", seconds since 1970, "-2h" and "-7d" (before now). Throws
// UsageError, which names the flag.
Time moment_of(std::string_view flag, const std::string& text, Time now);

// That of the flag, of the configuration, or of the service. Throws UsageError if it is not there.
std::filesystem::path folder_of(const HistoryOptions& options, const Settings& settings);

// The actions. They return the exit status.
int export_history(const HistoryOptions& options, const Settings& settings);
int import_history(const HistoryOptions& options, const Settings& settings);
int check_history(const HistoryOptions& options, const Settings& settings);
int show_history_stats(const HistoryOptions& options, const Settings& settings);

}  // namespace spectrumd
