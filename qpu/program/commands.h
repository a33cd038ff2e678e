// SPDX-License-Identifier: MIT
#pragma once

#include "command_line/program.h"

// The commands of the program `qpu`, each in the file of its name, dis with as. A command that has findings to report
// ends with kExitFindings.
namespace qpu {

inline constexpr int kExitFindings = 1;

int run_as(command_line::Arguments& arguments);
int run_dis(command_line::Arguments& arguments);
int run_check(command_line::Arguments& arguments);
int run_run(command_line::Arguments& arguments);
int run_emulate(command_line::Arguments& arguments);

}  // namespace qpu
