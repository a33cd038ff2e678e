// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "command_line/arguments.h"
#include "daemon/commands/channel_options.h"
#include "daemon/config/settings.h"

namespace spectrumd {

struct RecordOptions {
  std::filesystem::path file;     // of the pair, with or without extension; empty: named after time and frequency
  std::optional<double> seconds;  // nullopt: until a signal
  bool json = false;
  ChannelOptions channel;          // without a mode: the band
  bool split = false;              // sound: a file for each over
  std::optional<double> shortest;  // of them, seconds
};

// `spectrumd record`: records the source of the settings, without a server. Returns the exit status: 0, or 1 if it
// ended before what was requested.
int record(Settings settings, const RecordOptions& options);

void add_record_options(command_line::Arguments& arguments, RecordOptions& options);

}  // namespace spectrumd
