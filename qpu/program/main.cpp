// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>

#include "qpu/program/command.h"

namespace {

// In the order in which `qpu --help` shows them.
constexpr auto kCommands = {
    qpu::add_as_command, qpu::add_dis_command, qpu::add_check_command, qpu::add_run_command, qpu::add_emulate_command,
};

// The library would say no more than that a subcommand is needed.
void refuse_unknown_command(const CLI::App& program, const std::string& name) {
  if (name.starts_with('-')) return;
  std::string known;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->check_name(name)) return;
    known += " " + command->get_name();
  }
  throw CLI::ParseError(name + ": there is no such subcommand, but" + known, CLI::ExitCodes::ExtrasError);
}

int run(CLI::App& program, int count, char** arguments) {
  try {
    if (count > 1) refuse_unknown_command(program, arguments[1]);
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
