// SPDX-License-Identifier: MIT
#include "daemon/commands/commands.h"

#include <spdlog/spdlog.h>

#include "daemon/commands/flags.h"
#include "daemon/service/notify.h"
#include "daemon/service/signals.h"
#include "daemon/service/start.h"
#include "gpufft/qpu_helper.h"

namespace spectrumd {

int run_qpu_helper(command_line::Arguments& arguments) {
  if (!arguments.parse()) return 0;
  const int stop = Signals().open_descriptor();
  start_log();
  const Settings settings = load_settings(flags_of(arguments));
  set_log_level(settings);
  const Notifier notifier;
  const std::filesystem::path socket = settings.qpu.socket;
  gpufft::run_qpu_helper({.socket = socket,
                          .handle_log = socket.parent_path() / "gpu-handles",
                          .device = settings.qpu.device,
                          .ready = [&notifier] { notifier.ready(); },
                          .log = [](const std::string& text) { spdlog::info("{}", text); }},
                         stop);
  notifier.stopping();
  return 0;
}

}  // namespace spectrumd
