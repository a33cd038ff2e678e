// SPDX-License-Identifier: MIT
#include "daemon/commands/channel_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "daemon/config/units.h"

namespace spectrumd {
namespace {

constexpr double kUsualRate = 48e3;
constexpr std::string_view kSamples = "iq";

template <class Value>
Value one_known(std::optional<Value> value, std::string_view flag, std::string_view text,
                std::span<const std::string_view> names) {
  if (value) return *value;
  throw command_line::UsageError(fmt::format("{}: \"{}\" is not one of {}", flag, text, fmt::join(names, ", ")));
}

ListenSettings listen_settings(const ChannelOptions& options) {
  ListenSettings listen;
  std::vector<std::string_view> names{kSamples};
  for (const ListenModeFacts& facts : listen_modes()) names.push_back(facts.name);
  listen.mode = one_known(listen_mode_named(options.mode), "--mode", options.mode, names);
  if (options.low || options.high) {
    const PassBand usual = facts_of(listen.mode).usual;
    listen.pass_band = PassBand{options.low.value_or(usual.low_hz), options.high.value_or(usual.high_hz)};
  }
  listen.squelch_db = options.squelch_db;
  listen.noise_squelch_db = options.noise_squelch_db;
  listen.deemphasis_us = options.deemphasis_us;
  listen.noise_reduction_db = options.noise_reduction_db.value_or(0);
  listen.pitch_hz = options.pitch_hz.value_or(listen.pitch_hz);
  listen.auto_notch = options.auto_notch;
  listen.agc = !options.without_agc;
  try {
    check(listen);
  } catch (const ListenError& error) {
    throw command_line::UsageError(error.what());
  }
  return listen;
}

}  // namespace

ChannelOrder order_of(const ChannelOptions& options, Hertz center) {
  if (options.mode != kSamples) return listening_at(center, listen_settings(options));
  ChannelOrder order{.settings = {.center = center, .rate = options.rate.value_or(kUsualRate)}, .listen = {}};
  order.settings.bandwidth = options.bandwidth.value_or(usual_bandwidth(order.settings.rate));
  return order;
}

std::string format_of(const ChannelOptions& options, std::span<const std::string_view> names) {
  if (options.format.empty()) return std::string(names.front());
  if (std::ranges::find(names, options.format) == names.end())
    throw command_line::UsageError(
        fmt::format("--format: \"{}\" is not one of {}", options.format, fmt::join(names, ", ")));
  return options.format;
}

namespace {

// "25k" or "-3kHz".
command_line::Accept frequency_into(std::optional<double>& target) {
  return [&target](const std::string& text, bool) {
    target = parse_number(text, kHertz);
    if (!target) throw std::invalid_argument(text + " is not a frequency");
  };
}

}  // namespace

void add_channel_options(command_line::Arguments& arguments, ChannelOptions& options, const std::string& mode_help,
                         const std::string& formats) {
  using command_line::into;
  arguments.add(
      {{"--mode MODE", mode_help, into(options.mode)},
       {"--format FORMAT", formats, into(options.format)},
       {"--low HZ", "lower edge of what is heard, from the center", frequency_into(options.low)},
       {"--high HZ", "upper edge", frequency_into(options.high)},
       {"--squelch DB", "level at which the squelch opens, dBFS", into(options.squelch_db)},
       {"--noise-squelch DB", "of nfm: carrier over noise at which the squelch opens", into(options.noise_squelch_db)},
       {"--deemphasis US", "of nfm and wfm, microseconds; 0 is flat; default: 530 and 50", into(options.deemphasis_us)},
       {"--auto-notch", "remove steady tones", into(options.auto_notch)},
       {"--noise-reduction DB", "by how much steady noise is lowered", into(options.noise_reduction_db)},
       {"--pitch HZ", "of a carrier in cw; default: 650", frequency_into(options.pitch_hz)},
       {"--no-agc", "without automatic gain", into(options.without_agc)},
       {"--output-rate HZ", "of samples, how many per second; default: 48k", frequency_into(options.rate)},
       {"--bandwidth HZ", "of samples, Hz that are flat; default: 80 % of that rate",
        frequency_into(options.bandwidth)}});
}

}  // namespace spectrumd
