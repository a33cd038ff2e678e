// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <optional>
#include <system_error>

#include "qpu/emulator/trace.h"
#include "qpu/firmware/emulated_pi.h"
#include "qpu/program/commands.h"
#include "qpu/program/emulate/child_program.h"
#include "qpu/program/emulate/child_watch.h"
#include "qpu/program/emulate/server.h"
#include "qpu/program/emulate/session_directory.h"

namespace qpu {

namespace {

struct EmulateOptions {
  std::string board = "pi1";
  std::uint32_t gpu_megabytes = kUsualGpuMegabytes;
  std::string stats, trace, hazards = "hardware", stale = "serve", preload;
  std::uint64_t cycle_limit = V3dOptions{}.cycle_limit;
  std::vector<std::string> faults, program;
  bool late = false;
};

void report(std::string_view text) { fmt::print(stderr, "qpu emulate: {}\n", text); }

// Reports at a terminal how far the board has come, every few seconds.
class Progress {
 public:
  // Of the board's time since the launch; counts from the beginning when it goes back.
  void at(double microseconds) {
    constexpr std::chrono::seconds kBetween{3};
    const Clock::time_point now = Clock::now();
    if (microseconds < last_) reported_ = now;
    last_ = microseconds;
    if (!at_terminal_ || now - reported_ < kBetween) return;
    reported_ = now;
    report(fmt::format("{:.1f} ms of the board's time so far", microseconds / 1000));
  }

 private:
  using Clock = std::chrono::steady_clock;
  const bool at_terminal_ = isatty(STDERR_FILENO) != 0;
  double last_ = 0;
  Clock::time_point reported_ = Clock::now();
};

std::ofstream output(const std::string& path) {
  std::ofstream file(path);
  if (!file) throw std::system_error(errno, std::generic_category(), path);
  return file;
}

MachineOptions machine_options(const EmulateOptions& options, std::ofstream* trace) {
  const auto policy = [](bool faults) { return faults ? Policy::Fault : Policy::AsHardware; };
  MachineOptions machine;
  machine.hazards = machine.undefined_reads = policy(options.hazards == "fault");
  machine.stale_reads = policy(options.stale == "fault");
  machine.late = options.late;
  machine.violation = [](const Fault& fault) {
    report(fmt::format("{} at 0x{:08x}, QPU {}: {}", name_of(fault.kind), fault.pc, fault.qpu, fault.text));
  };
  if (trace) machine.trace = [trace](const TraceEntry& entry) { *trace << trace_line(entry) << '\n'; };
  return machine;
}

Reports reports(std::ofstream* stats, ChildWatch& watch, Progress& progress) {
  Reports made{.log = report};
  made.may_go_on = [&](double microseconds) {
    progress.at(microseconds);
    return !watch.look();
  };
  if (stats) made.run_ended = [stats](const RunRecord& record) { *stats << to_json(record) << std::endl; };
  return made;
}

int wait_and_serve(Server& server, ChildWatch& watch) {
  while (!watch.exit_status())
    if (server.serve_round(watch.descriptor())) watch.look();
  return *watch.exit_status();
}

// What a Pi would have lost until it is rebooted.
void tell_what_is_left(const EmulatedPi& pi) {
  if (pi.pieces_allocated() > 0) report(fmt::format("GPU memory was left behind, in {} pieces", pi.pieces_allocated()));
  if (pi.qpus_enabled()) report("the QPUs were left enabled");
}

int emulate(const EmulateOptions& options) {
  const PreloadLibraries libraries = find_libraries(options.preload);
  const auto program = find_program(options.program.front(), libraries);
  ChildWatch watch;
  Progress progress;
  std::optional<std::ofstream> stats, trace;
  if (!options.stats.empty()) stats = output(options.stats);
  if (!options.trace.empty()) trace = output(options.trace);
  EmulatedPiOptions pi_options{.board = options.board,
                               .gpu_megabytes = options.gpu_megabytes,
                               .v3d = {machine_options(options, trace ? &*trace : nullptr), options.cycle_limit},
                               .reports = reports(stats ? &*stats : nullptr, watch, progress)};
  for (const std::string& fault : options.faults) pi_options.faults.add(fault);
  EmulatedPi pi(std::move(pi_options));
  const SessionDirectory session(pi);
  Server server(pi, session.path());
  watch.follow(start(program, options.program, session.path(), libraries));
  const int status = wait_and_serve(server, watch);
  tell_what_is_left(pi);
  return status;
}

std::vector<std::string> names_of_boards() {
  std::vector<std::string> names;
  for (const Personality& board : personalities()) names.emplace_back(board.name);
  return names;
}

}  // namespace

int run_emulate(command_line::Arguments& arguments) {
  using command_line::into, command_line::one_of;
  EmulateOptions options;
  arguments.add(
      {{"PROGRAM...", "The program and its arguments, after --", into(options.program)},
       {"--board BOARD", fmt::format("{}; pi1 by default", fmt::join(names_of_boards(), ", ")),
        one_of(names_of_boards(), into(options.board))},
       {"--gpu-mem MIB", "Of GPU memory", into(options.gpu_megabytes)},
       {"--stats FILE", "Write one JSON object per execute or register-launched batch", into(options.stats)},
       {"--trace FILE", "Write one line per instruction issued", into(options.trace)},
       {"--hazards fault|hardware", "Broken hazards and undefined reads: fault, or do as hardware does, the default",
        one_of({"fault", "hardware"}, into(options.hazards))},
       {"--stale fault|serve", "Stale cache lines: fault, or serve them as hardware does, the default",
        one_of({"fault", "serve"}, into(options.stale))},
       {"--late", "Stores, loads and VPM writes take effect at the last moment a chip may take", into(options.late)},
       {"--limit CYCLES", "After which register-launched programs count as hung", into(options.cycle_limit)},
       {"--fault NAME[:after=N]...", "What goes wrong, from the N+1st time on: " + trouble_names(),
        into(options.faults)},
       {"--preload LIBRARY", "The preloaded library of another architecture, for qemu-user", into(options.preload)}});
  if (!arguments.parse()) return 0;
  try {
    return emulate(options);
  } catch (const CannotRun& reason) {
    report(reason.what());
    return reason.exit_status;
  }
}

}  // namespace qpu
