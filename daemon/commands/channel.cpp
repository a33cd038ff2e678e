// SPDX-License-Identifier: MIT
#include "daemon/commands/channel.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "daemon/channels/channel_book.h"
#include "daemon/channels/streams/iq_reader.h"
#include "daemon/channels/streams/sound_reader.h"
#include "daemon/commands/commands.h"
#include "daemon/commands/flags.h"
#include "daemon/config/keys.h"
#include "daemon/outputs/output_file.h"
#include "daemon/service/signals.h"
#include "daemon/service/start.h"
#include "mailbox/descriptor.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr double kUsualRate = 48e3;
constexpr std::string_view kSamples = "iq";
constexpr double kBesideCenter = 0.125;  // of the band: where a tuner's own spike is not
constexpr std::size_t kFft = 1024;       // the rows are not read
constexpr auto kLook = 50ms;

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

ChannelOrder order_of(const ChannelOptions& options, Hertz center) {
  if (options.mode != kSamples) return listening_at(center, listen_settings(options));
  ChannelOrder order{.settings = {.center = center, .rate = options.rate.value_or(kUsualRate)}, .listen = {}};
  order.settings.bandwidth = options.bandwidth.value_or(usual_bandwidth(order.settings.rate));
  return order;
}

std::shared_ptr<StreamReader> reader_of(const ChannelOptions& options, const ChannelOrder& order) {
  const bool samples = !order.listen;
  const auto names = samples ? iq_format_names() : sound_format_names();
  const std::string format = options.format.empty() ? std::string(names.front()) : options.format;
  if (std::ranges::find(names, format) == names.end())
    throw command_line::UsageError(fmt::format("--format: \"{}\" is not one of {}", format, fmt::join(names, ", ")));
  if (!samples) return sound_reader(format, *order.listen);
  return std::make_shared<IqReader>(*iq_format_named(format), order.settings.rate);
}

mailbox::Descriptor open_output(const std::string& path) {
  mailbox::Descriptor file(path == "-" ? dup(STDOUT_FILENO)
                                       : open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) throw OutputError(path, errno);
  return file;
}

// False when the program behind a pipe has ended.
bool write_all(const mailbox::Descriptor& file, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) return false;
    if (written < 0) throw OutputError(path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// The first samples of a radio that was not named must come: there may be none.
bool is_without_radio(const SourceReport& report, const ChannelFacts& facts) {
  return report.state == SourceState::Waiting && facts.samples + facts.lost == 0;
}

// For good: another attempt to open a device follows by itself.
bool has_ended(const Receiver& receiver) { return receiver.status().report.state == SourceState::Ended; }

// "25k" or "-3kHz".
command_line::Accept frequency_into(std::optional<double>& target) {
  return [&target](const std::string& text, bool) {
    target = parse_number(text, kHertz);
    if (!target) throw std::invalid_argument(text + " is not a frequency");
  };
}

}  // namespace

int write_channel(Settings settings, const ChannelOptions& options) {
  const Signals signals;
  ::signal(SIGPIPE, SIG_IGN);
  const Hertz center = settings.tuning.center;
  const ChannelOrder order = order_of(options, center);
  const auto reader = reader_of(options, order);
  const auto file = open_output(options.out);

  settings.analysis.fft = kFft;
  settings.tuning.span.reset();
  settings.tuning.center.value -= kBesideCenter * settings.tuning.rate.value;
  History history(std::size_t{4} << 20);
  EventLog events;
  Heartbeats heartbeats;
  Receiver receiver(settings, history, events, heartbeats);
  ChannelBook book(receiver);
  const auto channel = book.open(order.listen ? "audio" : "iq", order);
  channel->channel().add(reader);

  const double wanted = options.seconds.value_or(INFINITY) * order.settings.rate;
  for (bool is_last = false; !is_last;) {
    const ChannelFacts facts = book.facts(channel->id()).channel;
    const SourceReport report = receiver.status().report;
    if (is_without_radio(report, facts)) throw SourceError(no_radio_text(report));
    is_last = signals.wait_for(kLook).has_value() || has_ended(receiver) ||
              static_cast<double>(facts.samples + facts.lost) >= wanted;
    if (!write_all(file, reader->fetch(), options.out)) break;
  }
  channel->channel().remove(*reader);
  return EXIT_SUCCESS;
}

void add_channel_options(command_line::Arguments& arguments, ChannelOptions& options) {
  using command_line::into;
  arguments.add(
      {{"--mode MODE", "am, sam, nfm, wfm, usb, lsb or cw: sound; iq: samples; default: nfm", into(options.mode)},
       {"--out FILE", "where to write; default: -, standard output", into(options.out)},
       {"--format FORMAT", "wav, opus or s16; cs16, cf32, cs8 or cu8 for samples", into(options.format)},
       {"--low HZ", "lower edge of what is heard, from the center", frequency_into(options.low)},
       {"--high HZ", "upper edge", frequency_into(options.high)},
       {"--squelch DB", "level from which on it is heard, dBFS", into(options.squelch_db)},
       {"--noise-squelch DB", "of nfm: carrier over noise from which on it is heard", into(options.noise_squelch_db)},
       {"--deemphasis US", "of nfm and wfm, microseconds; 0 is flat; default: 530 and 50", into(options.deemphasis_us)},
       {"--auto-notch", "remove steady tones", into(options.auto_notch)},
       {"--noise-reduction DB", "by how much steady noise is lowered", into(options.noise_reduction_db)},
       {"--pitch HZ", "of a carrier in cw; default: 650", frequency_into(options.pitch_hz)},
       {"--no-agc", "without automatic gain", into(options.without_agc)},
       {"--output-rate HZ", "samples per second; default: 48k", frequency_into(options.rate)},
       {"--bandwidth HZ", "Hz that are flat; default: 80 % of that rate", frequency_into(options.bandwidth)},
       {"--duration TIME", "10s, 5m or 1h; default: until stopped", duration_into(options.seconds)}});
}

int run_channel(command_line::Arguments& arguments) {
  ChannelOptions options;
  add_channel_options(arguments, options);
  if (!arguments.parse()) return 0;
  start_log();
  const Settings settings = load_settings(flags_of(arguments));
  set_log_level(settings);
  return write_channel(settings, options);
}

}  // namespace spectrumd
