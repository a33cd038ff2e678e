// SPDX-License-Identifier: MIT
#include "daemon/commands/commands.h"

#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <optional>
#include <thread>

#include "daemon/commands/flags.h"
#include "daemon/commands/qr/url_for_others.h"
#include "daemon/outputs/state_folder.h"
#include "daemon/service/daemon.h"
#include "daemon/service/notify.h"
#include "daemon/service/signals.h"
#include "daemon/service/start.h"
#include "daemon/service/tuning_memory.h"

namespace spectrumd {
namespace {

constexpr auto kTurn = std::chrono::seconds(1);
constexpr std::chrono::milliseconds kOpening{5000}, kGlance{10};
constexpr int kStatusEvery = 5;  // turns

// Returns the settings, if they are in force.
std::optional<Settings> reload(Daemon& daemon, const Flags& flags, const Notifier& notifier) {
  notifier.reloading();
  std::optional<Settings> reloaded;
  try {
    const Settings settings = load_settings(flags);
    daemon.reload(settings);
    set_log_level(settings);
    reloaded = settings;
  } catch (const std::exception& error) {
    spdlog::error("reload: {}; keeping the current configuration", error.what());
  }
  notifier.ready();
  return reloaded;
}

// Feeds the watchdog while every watched thread shows signs of life.
void watch(Daemon& daemon, const Notifier& notifier) { feed_watchdog(notifier, daemon.silent_thread()); }

// Reloads on a separate thread, because a device or a client may take time, and the watchdog must not wait. Signals
// received meanwhile cause one more reload.
class Reloading {
 public:
  using Work = std::function<std::optional<Settings>()>;
  explicit Reloading(Work work) : work_(std::move(work)) {}

  void want() { wanted_ = true; }
  // Returns what a reload that has ended since the last turn has put into force.
  std::optional<Settings> turn() {
    if (under_way_) return std::nullopt;
    auto reloaded = std::exchange(reloaded_, std::nullopt);
    if (!std::exchange(wanted_, false)) return reloaded;
    under_way_ = true;
    thread_ = std::jthread([this] {
      reloaded_ = work_();
      under_way_ = false;
    });
    return reloaded;
  }

 private:
  const Work work_;
  std::optional<Settings> reloaded_;  // the thread's while a reload is under way
  bool wanted_ = false;
  std::atomic<bool> under_way_ = false;
  std::jthread thread_;
};

// Prints the URL and what is received, once that is known, on a separate thread: signals and the watchdog do not wait.
// A stick opens within a second, unless its driver hangs.
std::jthread print_address(const Daemon& daemon, const std::string& below) {
  return std::jthread([&daemon, below, url = daemon.url()](const std::stop_token& stop) {
    const auto end = std::chrono::steady_clock::now() + kOpening;
    while (daemon.opens_radio() && std::chrono::steady_clock::now() < end && !stop.stop_requested())
      std::this_thread::sleep_for(kGlance);
    std::cout << url << " - " << daemon.radio() << '\n' << below << std::flush;
  });
}

// Where the last tuning is kept, if it is to be.
std::optional<TuningMemory> tuning_memory(const Settings& settings) {
  const auto folder = state_folder();
  if (!settings.remember || !folder) return std::nullopt;
  return TuningMemory(*folder / "tuning.json", settings);
}

// What the radio no longer accepts is logged.
void restore(Daemon& daemon, const TuningMemory& memory) try {
  daemon.restore(memory.restored().tuning, memory.restored().analysis);
} catch (const TuningRefused& refused) {
  spdlog::warn("the last tuning is ignored: {}: {}", refused.field, refused.what());
}

void run(Daemon& daemon, const Flags& flags, const Notifier& notifier, const Signals& signals,
         std::optional<TuningMemory>& memory) {
  Reloading reloading([&] { return reload(daemon, flags, notifier); });
  for (int turn = 0;; ++turn) {
    const auto signal = signals.wait_for(kTurn);
    if (signal == SIGHUP) reloading.want();
    if (const auto reloaded = reloading.turn()) {
      memory.reset();
      if (auto next = tuning_memory(*reloaded)) memory.emplace(std::move(*next));
    }
    if (memory) memory->note(*daemon.settings());
    if (signal == SIGTERM || signal == SIGINT) return;
    watch(daemon, notifier);
    if (turn % kStatusEvery == 0) notifier.status(daemon.status_line());
  }
}

}  // namespace

int run_serve(command_line::Arguments& arguments) {
  arguments.add(
      {{.spec = "--qr", .help = "print a QR code with the address of the page for other devices", .group = "general"}});
  if (!arguments.parse()) return 0;
  const Signals signals;
  start_log();
  const Flags flags = flags_of(arguments);
  const Settings settings = load_settings(flags);
  set_log_level(settings);
  const Notifier notifier;
  Daemon daemon(settings,
                [flags](const std::string& profile) { return load_settings(with_profile_named(flags, profile)); });
  auto memory = tuning_memory(settings);
  if (memory) restore(daemon, *memory);
  notifier.ready();
  const auto printing = print_address(daemon, arguments.count("--qr") > 0 ? qr_text(daemon.address()) : "");
  run(daemon, flags, notifier, signals, memory);
  notifier.stopping();
  spdlog::info("stopping");
  return 0;
}

}  // namespace spectrumd
