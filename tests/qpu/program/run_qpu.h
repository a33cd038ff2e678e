// SPDX-License-Identifier: MIT
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace qpu {

struct ProgramRun {
  int status = 0;
  std::string output;  // standard output and error together
};

// Runs the program `qpu` as a user does, through the shell: quote what needs quoting.
inline ProgramRun run_qpu(const std::string& arguments) {
  FILE* pipe = popen((QPU_PROGRAM " " + arguments + " 2>&1").c_str(), "r");
  if (!pipe) throw std::runtime_error("no shell");
  ProgramRun run;
  std::array<char, 4096> some{};
  while (const std::size_t count = fread(some.data(), 1, some.size(), pipe)) run.output.append(some.data(), count);
  const int status = pclose(pipe);
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return run;
}

}  // namespace qpu
