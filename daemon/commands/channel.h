// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "command_line/arguments.h"
#include "daemon/commands/channel_options.h"
#include "daemon/config/settings.h"

namespace spectrumd {

struct ChannelOutput {
  ChannelOptions channel{.mode = "nfm"};
  std::string out = "-";          // standard output
  std::optional<double> seconds;  // nullopt: until a signal
};

// `spectrumd channel`: writes the sound or the samples of one channel of the source of the settings, without a server.
// Returns the exit status.
int write_channel(const Settings& settings, const ChannelOutput& options);

void add_output_options(command_line::Arguments& arguments, ChannelOutput& options);

}  // namespace spectrumd
