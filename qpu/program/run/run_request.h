// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/arguments.h"

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
  std::string board = "pi1", hazards = "fault", undefined = "fault", stale = "serve", schedule = "time";
  std::uint32_t seed = 1;
  std::uint64_t limit = 10'000'000'000;
  std::string trace;  // a file, "-" for the standard error
  bool late = false, stats = false, json = false;
};

// Reads the command line, and for what that leaves open the lines "# run: OPTIONS" of the source. False if help was
// asked for. Throws UsageError.
bool read_run_request(command_line::Arguments& arguments, RunRequest& request);

}  // namespace qpu
