// SPDX-License-Identifier: MIT
#include "daemon/commands/channel.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "daemon/channels/streams/iq_reader.h"
#include "daemon/channels/streams/sound_reader.h"
#include "daemon/commands/commands.h"
#include "daemon/commands/flags.h"
#include "daemon/commands/one_channel.h"
#include "daemon/outputs/output_file.h"
#include "daemon/service/signals.h"
#include "daemon/service/start.h"
#include "mailbox/descriptor.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 50ms;

std::shared_ptr<StreamReader> reader_of(const ChannelOptions& options, const ChannelOrder& order) {
  if (order.listen) return sound_reader(format_of(options, sound_format_names()), *order.listen);
  return std::make_shared<IqReader>(*iq_format_named(format_of(options, iq_format_names())), order.settings.rate);
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

}  // namespace

int write_channel(const Settings& settings, const ChannelOutput& options) {
  const Signals signals;
  ::signal(SIGPIPE, SIG_IGN);
  const ChannelOrder order = order_of(options.channel, settings.tuning.center);
  const auto reader = reader_of(options.channel, order);
  const auto file = open_output(options.out);
  OneChannel radio(settings, order);
  radio.channel().add(reader);
  const double wanted = options.seconds.value_or(INFINITY) * order.settings.rate;
  for (bool is_last = false; !is_last;) {
    const bool is_complete = static_cast<double>(radio.samples()) >= wanted;
    is_last = radio.has_ended() || signals.wait_for(kLook).has_value() || is_complete;
    if (!write_all(file, reader->fetch(), options.out)) break;
  }
  radio.channel().remove(*reader);
  return EXIT_SUCCESS;
}

void add_output_options(command_line::Arguments& arguments, ChannelOutput& options) {
  using command_line::into;
  add_channel_options(arguments, options.channel, "am, sam, nfm, wfm, usb, lsb or cw: sound; iq: samples; default: nfm",
                      "wav, opus or s16; cs16, cf32, cs8 or cu8 for samples");
  arguments.add({{"--out FILE", "where to write; default: -, standard output", into(options.out)},
                 {"--duration TIME", "10s, 5m or 1h; default: until stopped", duration_into(options.seconds)}});
}

int run_channel(command_line::Arguments& arguments) {
  ChannelOutput options;
  add_output_options(arguments, options);
  if (!arguments.parse()) return 0;
  start_log();
  const Settings settings = load_settings(flags_of(arguments));
  set_log_level(settings);
  return write_channel(settings, options);
}

}  // namespace spectrumd
