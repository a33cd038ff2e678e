// SPDX-License-Identifier: MIT
#include "daemon/hub/hub.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <csignal>
#include <iostream>

#include "daemon/commands/commands.h"
#include "daemon/commands/flags.h"
#include "daemon/commands/fleet_login.h"
#include "daemon/config/listen_address.h"
#include "daemon/service/notify.h"
#include "daemon/service/signals.h"
#include "daemon/service/start.h"

namespace spectrumd {

int run_hub(command_line::Arguments& arguments) {
  std::string store;
  arguments.add({{"--store URL", "postgresql://[USER@]HOST[:PORT]/DATABASE; default: the first of report.store",
                  command_line::into(store)}});
  if (!arguments.parse()) return 0;
  const Signals signals;
  start_log();
  const Settings settings = load_settings(flags_of(arguments));
  set_log_level(settings);
  const auto login = fleet_login(store, settings, "spectrumd hub");
  { const PgConnection trial(login, {}); }  // a mistake in the URL ends the program, later faults pass
  const Notifier notifier;
  Hub hub(settings, login);
  notifier.ready();
  const ListenAddress address = served_at(settings.server.listen, hub.port());
  std::cout << fmt::format("http://{} - {}\n", to_string(address), login.store.shown) << std::flush;
  for (;;) {
    const auto signal = signals.wait_for(std::chrono::seconds(1));
    if (signal == SIGTERM || signal == SIGINT) break;
    if (signal == SIGHUP) spdlog::warn("a hub reads its configuration at its start");
    feed_watchdog(notifier, hub.silent_thread());
  }
  notifier.stopping();
  return 0;
}

}  // namespace spectrumd
