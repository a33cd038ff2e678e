// SPDX-License-Identifier: MIT
#include "command_line/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "command_line/help.h"

namespace command_line {
namespace {

constexpr std::size_t kMostSyntaxColumns = 38;

// "qpu as [FLAGS] FILE"
std::string usage(const Program& program, const Command& command) {
  return fmt::format("{}{}{} {}", program.name, command.name.empty() ? "" : " ", command.name, command.syntax);
}

std::string head(const Program& program) {
  std::size_t column = 0;
  for (const Command& command : program.commands) column = std::max(column, usage(program, command).size());
  column = std::min(column, kMostSyntaxColumns) + 4;
  std::string text = fmt::format("{} {}: {}\n\n", program.name, program.version, program.about);
  for (const Command& command : program.commands) text += help_entry(usage(program, command), command.help, column);
  return text;
}

void add_common(const Program& program, Arguments& arguments) {
  if (program.add_common) program.add_common(arguments);
  arguments.add({{.spec = "-h, --help", .help = "this text", .group = "general"},
                 {.spec = "-V, --version", .help = "the version", .group = "general"}});
  if (arguments.has_rare()) arguments.add({{.spec = "--help-all", .help = "every flag", .group = "general"}});
  arguments.version = fmt::format("{} {}", program.name, program.version);
}

// Where no command was typed and none runs without.
int refuse_none(Arguments& arguments) {
  if (arguments.parse()) arguments.refuse("a command is missing");
  return 0;
}

std::vector<std::string_view> names_of(const Program& program) {
  std::vector<std::string_view> names;
  for (const Command& command : program.commands)
    if (!command.name.empty()) names.push_back(command.name);
  return names;
}

const Command& command_named(const Program& program, std::string_view name) {
  static constexpr Command kNone{.run = refuse_none};
  const auto found = std::ranges::find(program.commands, name, &Command::name);
  return found == program.commands.end() ? kNone : *found;
}

// "help" and "help record" are what many type first.
void turn_into_flag(const Program& program, Words& words) {
  if (words.empty() || words[0] != "help") return;
  const bool named = words.size() == 2 && std::ranges::count(names_of(program), words[1]) > 0;
  if (named) words = {words[1], "--help"};
  if (words.size() == 1) words = {"--help"};
}

// The words, and the command among them.
struct Line {
  Line(const Program& program, Words all) {
    turn_into_flag(program, all);
    Arguments common(std::string(program.name), {});
    add_common(program, common);
    const auto at = all.begin() + static_cast<std::ptrdiff_t>(common.find(all, names_of(program)));
    command = &command_named(program, at == all.end() ? "" : *at);
    before.assign(all.begin(), at);
    if (at != all.end()) words.assign(at + 1, all.end());
  }
  const Command* command;
  Words before, words;
};

void set_help(const Program& program, const Command& command, Arguments& arguments) {
  const bool named = !command.name.empty();
  arguments.help_head = named ? fmt::format("{}\n{}\n", usage(program, command), command.help) : head(program);
  if (!named && !program.notes.empty()) arguments.help_notes = fmt::format("\n{}", program.notes);
}

Arguments arguments_for(const Program& program, const Line& line) {
  const Command& command = *line.command;
  const bool named = !command.name.empty();
  Arguments arguments(fmt::format("{}{}{}", program.name, named ? " " : "", command.name), line.words, line.before);
  if (!command.plain) add_common(program, arguments);
  if (!named) arguments.commands = names_of(program);
  if (named && !command.groups.empty()) arguments.short_groups = command.groups;
  set_help(program, command, arguments);
  return arguments;
}

int report(const Program& program, const std::exception& error, int usage_status) {
  const auto* const usage_error = dynamic_cast<const UsageError*>(&error);
  const auto mistake = usage_error       ? std::optional<std::string>(usage_error->what())
                       : program.mistake ? program.mistake(error)
                                         : std::nullopt;
  const std::string text = mistake ? *mistake : fmt::format("{}: {}", program.name, error.what());
  std::cerr << text << '\n';  // not to the FILE: what libraries write there may have been redirected by now
  return mistake ? usage_status : kExitFailure;
}

}  // namespace

int run(const Program& program, int count, char** words) {
  const Line line(program, count > 0 ? Words(words + 1, words + count) : Words());
  try {
    Arguments arguments = arguments_for(program, line);
    return line.command->run(arguments);
  } catch (const std::exception& error) {
    return report(program, error, line.command->usage_status);
  }
}

}  // namespace command_line
