// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "command_line/arguments.h"

namespace command_line {

inline constexpr int kExitFailure = 1;
inline constexpr int kExitUsage = 64;  // sysexits' EX_USAGE

// A command adds its options to the arguments, has them read, and does its work: if (!arguments.parse()) return 0.
struct Command {
  std::string_view name;             // what is typed; empty: runs if no command is typed
  std::string_view syntax;           // of what follows: "FILE [FLAGS]"
  std::string_view help;             // one line
  int (*run)(Arguments& arguments);  // gives the exit status
  bool plain = false;                // gets none of the options that the others have in common, --help neither
  int usage_status = kExitUsage;     // the exit status for what the user typed and cannot work
  // Of the options in common, the groups that its short help shows: those that matter to it. Empty: all.
  std::span<const std::string_view> groups = {};
};

struct Program {
  std::string_view name, version;
  std::string_view about;                              // "a spectrum analyzer for the browser"
  std::span<const Command> commands;                   // as the help lists them
  std::string_view notes = "";                         // in the full help, behind the commands
  void (*add_common)(Arguments& arguments) = nullptr;  // options of all commands
  // The text of an error that the user has to mend; nullopt for other errors. UsageError is one in any case.
  std::optional<std::string> (*mistake)(const std::exception& error) = nullptr;
};

// The program's main. Errors end here: the user's mistakes with the command's usage_status, others with kExitFailure.
int run(const Program& program, int count, char** words);

}  // namespace command_line
