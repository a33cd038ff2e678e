// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <optional>
#include <system_error>
#include <thread>

#include "daemon/commands/command_line.h"
#include "daemon/commands/examination.h"
#include "daemon/commands/help.h"
#include "daemon/commands/record.h"
#include "daemon/commands/sweep.h"
#include "daemon/config/config_file.h"
#include "daemon/config/version.h"
#include "daemon/commands/devices.h"
#include "daemon/doctor/doctor.h"
#include "daemon/outputs/output_file.h"
#include "daemon/service/daemon.h"
#include "daemon/service/notify.h"
#include "daemon/service/signals.h"
#include "daemon/service/standard_files.h"
#include "gpufft/backend.h"
#include "gpufft/qpu_helper.h"

namespace spectrumd {
namespace {

constexpr auto kTurn = std::chrono::seconds(1);
constexpr int kStatusEvery = 5;  // turns

// To stderr; journald stamps the time itself.
void start_log() {
  auto logger = spdlog::stderr_color_mt("spectrumd");
  logger->set_pattern(std::getenv("JOURNAL_STREAM") ? "%l: %v" : "%H:%M:%S.%e %^%l%$: %v");
  spdlog::set_default_logger(std::move(logger));
}

void set_log_level(const Settings& settings) { spdlog::set_level(spdlog::level::from_str(settings.log_level)); }

void reload(Daemon& daemon, const CommandLine& line, const Notifier& notifier) {
  notifier.reloading();
  try {
    const Settings settings = load_settings(line);
    daemon.reload(settings);
    set_log_level(settings);
  } catch (const std::exception& error) {
    spdlog::error("reload: {}; going on as before", error.what());
  }
  notifier.ready();
}

// Feeds the watchdog for as long as every thread that matters shows signs of life.
void watch(Daemon& daemon, const Notifier& notifier) {
  if (const auto thread = daemon.silent_thread())
    spdlog::error("the {} thread has stopped working", *thread);
  else
    notifier.watchdog();
}

// Reloads on a thread, for a device or a client may take its time, and the watchdog does not wait. Signals that come
// meanwhile make one more.
class Reloading {
 public:
  explicit Reloading(std::function<void()> work) : work_(std::move(work)) {}

  void want() { wanted_ = true; }
  void turn() {
    if (!wanted_ || under_way_) return;
    wanted_ = false;
    under_way_ = true;
    thread_ = std::jthread([this] {
      work_();
      under_way_ = false;
    });
  }

 private:
  const std::function<void()> work_;
  bool wanted_ = false;
  std::atomic<bool> under_way_ = false;
  std::jthread thread_;
};

void run(Daemon& daemon, const CommandLine& line, const Notifier& notifier, const Signals& signals) {
  Reloading reloading([&] { reload(daemon, line, notifier); });
  for (int turn = 0;; ++turn) {
    const auto signal = signals.wait_for(kTurn);
    if (signal == SIGTERM || signal == SIGINT) return;
    if (signal == SIGHUP) reloading.want();
    reloading.turn();
    watch(daemon, notifier);
    if (turn % kStatusEvery == 0) notifier.status(daemon.status_line());
  }
}

int serve(const CommandLine& line) {
  const Signals signals;
  start_log();
  const Settings settings = load_settings(line);
  set_log_level(settings);
  const Notifier notifier;
  Daemon daemon(settings);
  std::cout << daemon.url() << std::endl;
  notifier.ready();
  run(daemon, line, notifier, signals);
  notifier.stopping();
  spdlog::info("stopping");
  return 0;
}

int make_recording(const CommandLine& line) {
  start_log();
  const Settings settings = load_settings(line);
  set_log_level(settings);
  return record(settings, line.record);
}

// rtl_power's flags mean other things than ours, so it has a line of its own; what it cannot do ends with 1, as there.
int make_sweep(int count, char** arguments) {
  start_log();
  spdlog::set_level(spdlog::level::warn);
  try {
    const SweepOptions options = parse_sweep_options(count, arguments);
    return sweep(load_settings(options.settings), options);
  } catch (const TuningRefused& error) {
    std::cerr << error.field << ": " << error.what() << '\n';
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
  }
  return EXIT_FAILURE;
}

// The process that drives the QPUs: the daemon itself needs no access to them.
int help_with_qpus(const CommandLine& line) {
  const int stop = Signals().open_descriptor();
  start_log();
  const Settings settings = load_settings(line);
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

int dispatch(const CommandLine& line) {
  switch (line.command) {
    case CommandLine::Command::ShowHelp:
      std::cout << help_text();
      return 0;
    case CommandLine::Command::ShowVersion:
      std::cout << "spectrumd " << version() << '\n';
      return 0;
    case CommandLine::Command::CheckConfig:
      return check_config(line, std::cout);
    case CommandLine::Command::Devices:
      return list_devices(Sysroot(line.sysroot), line.json, std::cout);
    case CommandLine::Command::Doctor:
      return doctor(examination_for(line), line.json, std::cout);
    case CommandLine::Command::Record:
      return make_recording(line);
    case CommandLine::Command::QpuHelper:
      return help_with_qpus(line);
    case CommandLine::Command::Serve:
      return serve(line);
  }
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace spectrumd

// What the user wrote and cannot work ends with 64, so that systemd does not try again; anything else with 1.
int main(int count, char** arguments) {
  using namespace spectrumd;
  try {
    keep_standard_places();
    if (count > 1 && std::string_view(arguments[1]) == "sweep") return make_sweep(count - 1, arguments + 1);
    return dispatch(parse_command_line(count, arguments));
  } catch (const CommandLineError& error) {
    std::cerr << error.what() << '\n';
  } catch (const ConfigError& error) {
    std::cerr << error.what() << '\n';
  } catch (const TuningRefused& error) {
    std::cerr << error.field << ": " << error.what() << '\n';
  } catch (const gpufft::PlanError& error) {
    std::cerr << error.what() << '\n';
  } catch (const SourceError& error) {
    std::cerr << error.what() << '\n';
  } catch (const OutputError& error) {
    std::cerr << error.what() << '\n';
  } catch (const std::exception& error) {
    std::cerr << "spectrumd: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return kExitBadConfig;
}
