// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace qpu {

// What `qpu run` is asked for, by the command line or by the source's own "# run:" line.
struct RunRequest {
  std::string file;
  std::vector<std::string> include_paths, definitions;
  int qpus = 1;
  std::vector<std::string> uniforms;  // a list for all QPUs, or one for each; "%q" is the QPU, "%n" their number
  std::vector<std::string> memory;    // NAME=BYTES, NAME=BYTES:FILLING, NAME=FILE
  std::vector<std::string> out;       // NAME=FILE
  std::vector<std::string> print;     // NAME or NAME:FORMAT
  std::string board = "pi1", hazards = "fault", undefined = "fault", stale = "serve";
  std::uint64_t limit = 10'000'000'000;
  std::string trace;  // a file, "-" for the standard error
  bool stats = false, json = false;
};

void add_run_options(CLI::App& command, RunRequest& request);

// Fills in what the command line has left open from the lines "# run: OPTIONS" of the source. Throws CLI::ParseError
// for options there are none of.
void take_run_line(const CLI::App& command, std::string_view source, RunRequest& request);

}  // namespace qpu
