// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/signalfd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <system_error>

#include "daemon/command_line.h"
#include "daemon/config/config_file.h"
#include "daemon/config/version.h"
#include "daemon/daemon.h"
#include "daemon/help.h"
#include "daemon/notify.h"
#include "gpufft/backend.h"
#include "gpufft/qpu_helper.h"

namespace spectrumd {
namespace {

constexpr auto kTurn = std::chrono::seconds(1);
constexpr int kStatusEvery = 5;  // turns

// The signals we wait for; blocked in every thread, because this is done before the first one starts.
sigset_t block_signals() {
  signal(SIGPIPE, SIG_IGN);
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

std::optional<int> wait_for(const sigset_t& signals, std::chrono::seconds limit) {
  const timespec time{.tv_sec = limit.count(), .tv_nsec = 0};
  const int signal = sigtimedwait(&signals, nullptr, &time);
  return signal > 0 ? std::optional(signal) : std::nullopt;
}

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
void watch(const Daemon& daemon, const Notifier& notifier) {
  if (const auto thread = daemon.silent_thread())
    spdlog::error("the {} thread has stopped working", *thread);
  else
    notifier.watchdog();
}

void run(Daemon& daemon, const CommandLine& line, const Notifier& notifier, const sigset_t& signals) {
  for (int turn = 0;; ++turn) {
    const auto signal = wait_for(signals, kTurn);
    if (signal == SIGHUP) reload(daemon, line, notifier);
    if (signal == SIGTERM || signal == SIGINT) return;
    watch(daemon, notifier);
    if (turn % kStatusEvery == 0) notifier.status(daemon.status_line());
  }
}

int serve(const CommandLine& line) {
  const sigset_t signals = block_signals();
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

// The process that drives the QPUs: the daemon itself needs no access to them.
int help_with_qpus(const CommandLine& line) {
  const sigset_t signals = block_signals();
  const int stop = signalfd(-1, &signals, SFD_CLOEXEC);
  if (stop < 0) throw std::system_error(errno, std::generic_category(), "signals");
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
  } catch (const std::exception& error) {
    std::cerr << "spectrumd: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return kExitBadConfig;
}
