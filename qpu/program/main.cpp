// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "qpu/program/command.h"

namespace {

// In the order in which `qpu --help` shows them.
constexpr auto kCommands = {
    qpu::add_as_command, qpu::add_dis_command, qpu::add_check_command, qpu::add_run_command, qpu::add_emulate_command,
};

int run(CLI::App& program, int count, char** arguments) {
  try {
    program.parse(count, arguments);
    return 0;
  } catch (const CLI::RuntimeError& error) {
    return error.get_exit_code();
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : qpu::kExitUsage;
  }
}

}  // namespace

int main(int count, char** arguments) {
  CLI::App program("The QPU of the VideoCore IV without a Raspberry Pi: assemble, check, run.", "qpu");
  program.set_version_flag("--version", "qpu " SPECTRUMD_VERSION);
  program.require_subcommand(1);
  for (const auto add_command : kCommands) add_command(program);
  try {
    return run(program, count, arguments);
  } catch (const std::exception& error) {
    std::cerr << "qpu: " << error.what() << '\n';
    return qpu::kExitFindings;
  }
}
