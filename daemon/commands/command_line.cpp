// SPDX-License-Identifier: MIT
#include "daemon/commands/command_line.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/config/config_file.h"
#include "daemon/config/key_search.h"

namespace spectrumd {
namespace {

bool is_yes_or_no(const Key& key) { return key.get(Settings{}).is_boolean(); }

// The flags as CLI11 knows them, one for every key of the table; and what it found.
class Flags {
 public:
  Flags() : texts_(keys().size()) {
    app.set_help_flag();  // help is made from the table of keys
    app.allow_extras()->fallthrough();
    help_ = app.add_flag("-h,--help");
    version_ = app.add_flag("-V,--version");
    json_ = app.add_flag("--json");
    qpu_helper_ = app.add_flag("--qpu-helper");
    config_ = app.add_option("--config", file_)->type_name("FILE");
    check_ = app.add_subcommand("check-config");
    checked_ = check_->add_option("FILE", file_)->excludes(config_);
    devices_ = app.add_subcommand("devices")->excludes(check_);
    doctor_ = app.add_subcommand("doctor")->excludes(check_);
    for (CLI::App* command : {devices_, doctor_})
      command->add_option("--sysroot", sysroot_)->check(CLI::ExistingDirectory);
    probe_ = doctor_->add_flag("--probe");
    record_ = app.add_subcommand("record")->excludes(check_);
    record_->add_option("FILE", recorded_);
    record_->add_option("--duration", duration_);
    for (std::size_t i = 0; i < keys().size(); ++i) add(keys()[i], texts_[i]);
  }

  CommandLine result() const {
    CommandLine line;
    line.command = command();
    line.json = json_->count() > 0;
    if (line.json && line.command == CommandLine::Command::Serve)
      throw CommandLineError("--json goes with a command; see spectrumd --help");
    line.sysroot = sysroot_;
    line.probe = probe_->count() > 0;
    line.record = {.file = recorded_, .seconds = duration(), .json = line.json};
    if (config_->count() + checked_->count() > 0) line.config = file_;
    for (std::size_t i = 0; i < keys().size(); ++i)
      if (options_[i]->count() > 0) line.overrides.push_back({&keys()[i], text(i)});
    return line;
  }

  CLI::App app;

 private:
  void add(const Key& key, std::string& text) {
    CLI::Option* option = app.add_option(std::string(key.flag), text)->type_name(std::string(key.value));
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    if (is_yes_or_no(key)) option->expected(0, 1);
    options_.push_back(option);
  }

  CommandLine::Command command() const {
    if (help_->count() > 0) return CommandLine::Command::ShowHelp;
    if (version_->count() > 0) return CommandLine::Command::ShowVersion;
    if (record_->parsed()) return CommandLine::Command::Record;
    if (devices_->parsed()) return CommandLine::Command::Devices;
    if (doctor_->parsed()) return CommandLine::Command::Doctor;
    if (check_->parsed()) return CommandLine::Command::CheckConfig;
    return qpu_helper_->count() > 0 ? CommandLine::Command::QpuHelper : CommandLine::Command::Serve;
  }

  std::optional<double> duration() const {
    if (duration_.empty()) return std::nullopt;
    const auto seconds = parse_seconds(duration_);
    if (!seconds || *seconds == 0)
      throw CommandLineError(fmt::format("--duration: {} is no time such as 10s, 5m or 1h", duration_));
    return seconds;
  }

  // A bare flag of yes or no means yes.
  std::string text(std::size_t i) const { return texts_[i].empty() && is_yes_or_no(keys()[i]) ? "true" : texts_[i]; }

  std::string file_;
  std::vector<std::string> texts_;
  std::vector<CLI::Option*> options_;
  CLI::Option* help_;
  CLI::Option* version_;
  CLI::Option* json_;
  CLI::Option* qpu_helper_;
  CLI::Option* config_;
  CLI::App* check_;
  CLI::Option* checked_;
  CLI::App* record_;
  CLI::App* devices_;
  CLI::App* doctor_;
  CLI::Option* probe_;
  std::string sysroot_ = "/";
  std::string recorded_, duration_;
};

// What is left when all known flags are taken: say what it may have been meant to be.
[[noreturn]] void refuse(const std::string& word) {
  std::vector<std::string_view> known{"--config",     "--help", "--version", "--json", "--qpu-helper", "--duration",
                                      "check-config", "record", "devices",   "doctor", "--sysroot",    "--probe"};
  for (const Key& key : keys()) known.push_back(key.flag);
  const bool flag = word.starts_with('-');
  const auto near = nearest(word.substr(0, word.find('=')), known);
  throw CommandLineError(fmt::format("{}: unknown {}{}; see spectrumd --help", word, flag ? "flag" : "command",
                                     near ? fmt::format(", did you mean {}?", *near) : ""));
}

void add_problems(std::vector<ConfigProblem>& problems, const std::function<void()>& attempt) {
  try {
    attempt();
  } catch (const ConfigError& error) {
    problems.insert(problems.end(), error.problems.begin(), error.problems.end());
  }
}

void apply_flag(Settings& settings, const CommandLine::Override& flag) {
  try {
    flag.key->set(settings, flag.text);
  } catch (const KeyError& error) {
    throw ConfigError({{"", 0, std::string(flag.key->flag), error.what()}});
  }
}

Json to_json(const ConfigProblem& problem) {
  return {{"file", problem.file}, {"line", problem.line}, {"key", problem.key}, {"reason", problem.reason}};
}

void print(std::ostream& out, const CommandLine& line, const std::vector<ConfigProblem>& problems) {
  const auto file = config_file_of(line);
  if (line.json) {
    Json json{{"file", file ? Json(file->string()) : Json()}, {"fine", problems.empty()}, {"problems", Json::array()}};
    for (const auto& problem : problems) json["problems"].push_back(to_json(problem));
    out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    return;
  }
  for (const auto& problem : problems) out << to_string(problem) << '\n';
  if (problems.empty()) out << (file ? file->string() : "no configuration file, the defaults") << ": fine\n";
}

}  // namespace

CommandLine parse_command_line(int count, const char* const* arguments) {
  Flags flags;
  try {
    flags.app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    throw CommandLineError(fmt::format("{}; see spectrumd --help", error.what()));
  }
  if (const auto extras = flags.app.remaining(true); !extras.empty()) refuse(extras.front());
  return flags.result();
}

std::optional<std::filesystem::path> config_file_of(const CommandLine& line) {
  return line.config ? line.config : default_config_file();
}

Settings load_settings(const CommandLine& line) {
  Settings settings;
  std::vector<ConfigProblem> problems;
  const auto file = config_file_of(line);
  if (file) add_problems(problems, [&] { apply_config_file(settings, *file); });
  for (const auto& flag : line.overrides) add_problems(problems, [&] { apply_flag(settings, flag); });
  if (problems.empty()) add_problems(problems, [&] { check_together(settings, file ? file->string() : ""); });
  if (!problems.empty()) throw ConfigError(std::move(problems));
  return settings;
}

int check_config(const CommandLine& line, std::ostream& out) {
  std::vector<ConfigProblem> problems;
  add_problems(problems, [&] { load_settings(line); });
  print(out, line, problems);
  return problems.empty() ? 0 : kExitBadConfig;
}

}  // namespace spectrumd
