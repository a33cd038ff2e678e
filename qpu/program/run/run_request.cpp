// SPDX-License-Identifier: MIT
#include "qpu/program/run/run_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <utility>

#include "qpu/emulator/board_timing.h"
#include "qpu/program/code_file.h"

namespace qpu {
namespace {

using command_line::Arguments, command_line::into, command_line::one_of, command_line::within;

// The words after the marks, of all such lines together.
command_line::Words words_of_run_lines(std::string_view source) {
  constexpr std::string_view kMark = "# run:";
  std::stringstream options;
  while (!source.empty()) {
    const std::string_view line = source.substr(0, source.find('\n'));
    if (line.starts_with(kMark)) options << line.substr(kMark.size()) << ' ';
    source.remove_prefix(std::min(source.size(), line.size() + 1));
  }
  command_line::Words words;
  for (std::string word; options >> std::quoted(word);) words.push_back(word);
  return words;
}

constexpr const char* kStandardError = "-";

std::vector<std::string> names_of_timings() {
  std::vector<std::string> names;
  for (const BoardTiming& board : board_timings()) names.emplace_back(board.name);
  return names;
}

void add_run_options(Arguments& arguments, RunRequest& request) {
  add_assembly_options(arguments, request.include_paths, request.definitions);
  arguments.add(
      {{"--qpus N", "Programs to start, one a QPU", within(1, 12, into(request.qpus))},
       {"--uniforms WORDS...",
        "Words for all QPUs, or once for each: numbers, floats, @AREA+BYTES, %q the QPU, %n how many",
        into(request.uniforms)},
       {"--memory AREA...", "NAME=BYTES (zeros), NAME=BYTES:count (0, 1, 2...), NAME=BYTES:ramp (floats), NAME=FILE",
        into(request.memory)},
       {"--out NAME=FILE...", "Write an area to a file afterwards", into(request.out)},
       {"--print NAME[:FORMAT]...", "Show an area: hex, u32, i32 or f32", into(request.print)},
       {"--board BOARD", "Whose clocks to use: pi1 by default", one_of(names_of_timings(), into(request.board))},
       {"--hazards fault|hardware", "What to do when a rule is broken",
        one_of({"fault", "hardware"}, into(request.hazards))},
       {"--undefined fault|hardware", "What to do when a register is read that nothing has written",
        one_of({"fault", "hardware"}, into(request.undefined))},
       {"--stale fault|serve", "What to do when a cache holds old words",
        one_of({"fault", "serve"}, into(request.stale))},
       {"--schedule ORDER", "Of the QPUs' turns: time, the default, reverse, round-robin, until-stall or random",
        one_of({"time", "reverse", "round-robin", "until-stall", "random"}, into(request.schedule))},
       {"--seed NUMBER", "Of --schedule random", into(request.seed)},
       {"--late", "DMA and VPM writes take effect at the last moment a chip may take", into(request.late)},
       {"--limit CYCLES", "After which a program has run away", into(request.limit)},
       {"--trace [FILE]", "A line for each instruction, to a file or the standard error",
        [&request](const std::string& text, bool) { request.trace = text.empty() ? kStandardError : text; }},
       {"--stats", "Print cycles, stalls and traffic", into(request.stats)},
       {"--json", "Print statistics and areas as one JSON object", into(request.json)}});
}

// `--trace FILE` with nothing behind it means the program to run, not where its trace goes.
void find_file(const Arguments& arguments, RunRequest& request) {
  if (request.file.empty() && request.trace != kStandardError)
    request.file = std::exchange(request.trace, request.trace.empty() ? "" : kStandardError);
  if (request.file.empty()) arguments.refuse("FILE is missing");
  if (!request.trace.empty() && (request.trace == request.file || is_source_name(request.trace)))
    arguments.refuse(fmt::format("--trace: {} is a source, not a place for a trace", request.trace));
}

}  // namespace

bool read_run_request(Arguments& arguments, RunRequest& request) {
  arguments.add({{"[FILE]", "Source (.qasm), hex words or binary; - is standard input", into(request.file)}});
  add_run_options(arguments, request);
  if (!arguments.parse()) return false;
  find_file(arguments, request);
  if (request.file == "-") return true;
  Arguments lines(arguments.name(), words_of_run_lines(read_whole(request.file)));
  request = {};
  add_run_options(lines, request);
  lines.parse();
  arguments.parse();  // once more, over what the lines say
  find_file(arguments, request);
  return true;
}

}  // namespace qpu
