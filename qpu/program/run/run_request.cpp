// SPDX-License-Identifier: MIT
#include "qpu/program/run/run_request.h"

#include <CLI/CLI.hpp>

#include "qpu/emulator/board_timing.h"

namespace qpu {
namespace {

// Options after the marks, of all such lines together.
std::string run_options_in(std::string_view source) {
  constexpr std::string_view kMark = "# run:";
  std::string options;
  while (!source.empty()) {
    const std::string_view line = source.substr(0, source.find('\n'));
    if (line.starts_with(kMark)) options += std::string(line.substr(kMark.size())) + ' ';
    source.remove_prefix(std::min(source.size(), line.size() + 1));
  }
  return options;
}

std::vector<std::string> names_of_boards() {
  std::vector<std::string> names;
  for (const BoardTiming& board : board_timings()) names.emplace_back(board.name);
  return names;
}

}  // namespace

void add_run_options(CLI::App& command, RunRequest& request) {
  command.add_option("-I,--include", request.include_paths, "Look for included files here too")
      ->allow_extra_args(false);
  command.add_option("-D,--define", request.definitions, "NAME=VALUE: as .set would")->allow_extra_args(false);
  command.add_option("--qpus", request.qpus, "Programs to start, one a QPU")->check(CLI::Range(1, 12));
  command
      .add_option("--uniforms", request.uniforms,
                  "Words for all QPUs, or once for each: numbers, floats, @AREA+BYTES, %q the QPU, %n how many")
      ->allow_extra_args(false);
  command
      .add_option("--memory", request.memory,
                  "An area: NAME=BYTES (zeros), NAME=BYTES:count (0, 1, 2...), NAME=BYTES:ramp (floats), NAME=FILE")
      ->allow_extra_args(false);
  command.add_option("--out", request.out, "NAME=FILE: write an area to a file afterwards")->allow_extra_args(false);
  command.add_option("--print", request.print, "NAME or NAME:FORMAT, hex, u32, i32 or f32: show an area")
      ->allow_extra_args(false);
  command.add_option("--board", request.board, "Whose clocks to use")->check(CLI::IsMember(names_of_boards()));
  command.add_option("--hazards", request.hazards, "What to do when a rule is broken")
      ->check(CLI::IsMember({"fault", "hardware"}));
  command.add_option("--undefined", request.undefined, "What to do when a register is read that nothing has written")
      ->check(CLI::IsMember({"fault", "hardware"}));
  command.add_option("--stale", request.stale, "What to do when a cache holds old words")
      ->check(CLI::IsMember({"fault", "serve"}));
  command.add_option("--limit", request.limit, "Cycles after which a program has run away");
  command.add_option("--trace", request.trace, "A line for each instruction, to a file or the standard error")
      ->expected(0, 1)
      ->default_str("-");
  command.add_flag("--stats", request.stats, "Print cycles, stalls and traffic");
  command.add_flag("--json", request.json, "Print statistics and areas as one JSON object");
}

void take_run_line(const CLI::App& command, std::string_view source, RunRequest& request) {
  const std::string options = run_options_in(source);
  if (options.empty()) return;
  RunRequest defaults;
  CLI::App line("# run:");
  add_run_options(line, defaults);
  line.parse(options);
  const auto take = [&](const char* option, auto RunRequest::*member) {
    if (command.count(option) == 0 && line.count(option) != 0) request.*member = defaults.*member;
  };
  take("-I", &RunRequest::include_paths);
  take("-D", &RunRequest::definitions);
  take("--qpus", &RunRequest::qpus);
  take("--uniforms", &RunRequest::uniforms);
  take("--memory", &RunRequest::memory);
  take("--out", &RunRequest::out);
  take("--print", &RunRequest::print);
  take("--board", &RunRequest::board);
  take("--hazards", &RunRequest::hazards);
  take("--undefined", &RunRequest::undefined);
  take("--stale", &RunRequest::stale);
  take("--limit", &RunRequest::limit);
  take("--trace", &RunRequest::trace);
  take("--stats", &RunRequest::stats);
  take("--json", &RunRequest::json);
}

}  // namespace qpu
