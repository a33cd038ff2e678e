// SPDX-License-Identifier: MIT
#include "qpu/program/commands.h"

namespace {

constexpr command_line::Command kCommands[] = {
    {"as", "FILE [FLAGS]", "Assemble a source into instruction words", qpu::run_as},
    {"dis", "FILE", "Turn instruction words back into a source that assembles to them", qpu::run_dis},
    {"check", "FILE... [FLAGS]", "Find what breaks the rules of the hardware", qpu::run_check},
    {"run", "FILE [FLAGS]", "Run a program in the emulated machine", qpu::run_run},
    {"emulate", "[FLAGS] -- PROGRAM...", "Run an unmodified Raspberry Pi program on an emulated board",
     qpu::run_emulate},
};

}  // namespace

int main(int count, char** words) {
  return command_line::run({.name = "qpu",
                            .version = SPECTRUMD_VERSION,
                            .about = "the QPU of the VideoCore IV without a Raspberry Pi: assemble, check, run",
                            .commands = kCommands},
                           count, words);
}
