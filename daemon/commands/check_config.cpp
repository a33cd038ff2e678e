// SPDX-License-Identifier: MIT
#include "daemon/commands/check_config.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "command_line/program.h"
#include "daemon/commands/commands.h"
#include "daemon/config/config_file.h"
#include "daemon/pipeline/sweep_plan.h"
#include "daemon/sources/source_list.h"

namespace spectrumd {
namespace {

// A source that would keep the daemon from starting: one that is unknown, or a file that cannot be played. A radio that
// is not there is none, as the daemon waits for it. What is in a pipe is for the daemon.
std::vector<ConfigProblem> problems_of_source(Settings settings) {
  const std::string path = settings.source.starts_with("file:") ? settings.source.substr(5) : "";
  if (settings.source == "-" || std::filesystem::is_fifo(path)) return {};
  try {
    settings.tuning = first_tuning(settings.tuning, std::nullopt, reach_of(settings));
    open_source(settings);
    return {};
  } catch (const SourceError& error) {
    return {{"", 0, "source", error.what()}};
  } catch (const TuningRefused& error) {
    return {{"", 0, "radio." + std::string(error.field), error.what()}};
  }
}

std::vector<ConfigProblem> problems_of(const Flags& flags) {
  try {
    return problems_of_source(load_settings(flags));
  } catch (const ConfigError& error) {
    return error.problems;
  }
}

Json to_json(const ConfigProblem& problem) {
  return {{"file", problem.file}, {"line", problem.line}, {"key", problem.key}, {"reason", problem.reason}};
}

}  // namespace

int check_config(const Flags& flags, bool json, std::ostream& out) {
  const auto problems = problems_of(flags);
  const auto file = config_file_of(flags);
  if (json) {
    Json object{
        {"file", file ? Json(file->string()) : Json()}, {"fine", problems.empty()}, {"problems", Json::array()}};
    for (const auto& problem : problems) object["problems"].push_back(to_json(problem));
    out << object.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  } else {
    for (const auto& problem : problems) out << to_string(problem) << '\n';
    if (problems.empty()) out << (file ? file->string() : "no configuration file, defaults") << ": fine\n";
  }
  return problems.empty() ? 0 : command_line::kExitUsage;
}

int run_check_config(command_line::Arguments& arguments) {
  std::optional<std::filesystem::path> file;
  bool json = false;
  arguments.add({{"[FILE]", "the configuration to check, as with --config", command_line::into(file)},
                 {"--json", "print JSON", command_line::into(json)}});
  if (!arguments.parse()) return 0;
  Flags flags = flags_of(arguments);
  if (file && flags.config) arguments.refuse("FILE: already given by --config");
  if (file) flags.config = file;
  return check_config(flags, json, std::cout);
}

}  // namespace spectrumd
