// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "command_line/arguments.h"
#include "daemon/config/settings.h"

namespace spectrumd {

struct ChannelOptions {
  std::string mode = "nfm";  // "iq": samples
  std::optional<double> low, high, squelch_db, noise_squelch_db, deemphasis_us, noise_reduction_db, pitch_hz;
  bool auto_notch = false, without_agc = false;
  std::optional<double> rate, bandwidth;  // of samples
  std::string format;                     // empty: the first of its kind
  std::string out = "-";                  // standard output
  std::optional<double> seconds;          // nullopt: until a signal
};

// `spectrumd channel`: writes the sound or the samples of one channel of the source of the settings, without a server.
// Returns the exit status.
int write_channel(Settings settings, const ChannelOptions& options);

void add_channel_options(command_line::Arguments& arguments, ChannelOptions& options);

}  // namespace spectrumd
