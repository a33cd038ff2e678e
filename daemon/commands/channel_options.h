// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "command_line/arguments.h"
#include "daemon/channels/shared_channel.h"

namespace spectrumd {

// One channel as flags describe it. What these throw is UsageError.
struct ChannelOptions {
  std::string mode;  // "nfm"; "iq": samples
  std::optional<double> low, high, squelch_db, noise_squelch_db, deemphasis_us, noise_reduction_db, pitch_hz;
  bool auto_notch = false, without_agc = false;
  std::optional<double> rate, bandwidth;  // of samples
  std::string format;                     // empty: the first of its kind

  friend bool operator==(const ChannelOptions&, const ChannelOptions&) = default;
};

// `mode_help` says what the mode is for, `formats` those that there are.
void add_channel_options(command_line::Arguments& arguments, ChannelOptions& options, const std::string& mode_help,
                         const std::string& formats);

ChannelOrder order_of(const ChannelOptions& options, Hertz center);

// That of the options, which must be one of these, or the first.
std::string format_of(const ChannelOptions& options, std::span<const std::string_view> names);

}  // namespace spectrumd
