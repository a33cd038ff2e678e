// SPDX-License-Identifier: MIT
#pragma once

namespace CLI {
class App;
}

// The subcommands of the program `qpu`: a file each, which adds its options and its callback.
//
// A callback that has findings to report ends with `throw CLI::RuntimeError(kExitFindings)`. What else it throws is
// shown as it is, and the program ends with kExitFindings too. Only a command line that makes no sense ends with
// kExitUsage.
namespace qpu {

inline constexpr int kExitFindings = 1, kExitUsage = 64;

void add_as_command(CLI::App& program);
void add_dis_command(CLI::App& program);
void add_emulate_command(CLI::App& program);
void add_check_command(CLI::App& program);
void add_run_command(CLI::App& program);

}  // namespace qpu
