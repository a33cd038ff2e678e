// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "qpu/disassembler.h"
#include "qpu/program/code_file.h"
#include "qpu/program/command.h"

namespace qpu {

void add_dis_command(CLI::App& program) {
  const auto path = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("dis", "Turn instruction words back into a source that assembles to them");
  command->add_option("FILE", *path, "Words as 0x..., 0x..., or raw; - reads the standard input")->required();
  command->callback([path] { std::cout << disassemble(words_of(read_whole(*path), *path)) << std::flush; });
}

}  // namespace qpu
