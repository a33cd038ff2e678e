// SPDX-License-Identifier: MIT
#include "daemon/commands/flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "daemon/config/config_file.h"
#include "daemon/config/key_search.h"
#include "daemon/config/profiles.h"

namespace spectrumd {
namespace {

using command_line::Arguments, command_line::Option;

bool is_yes_or_no(const Key& key) { return key.get(Settings{}).is_boolean(); }

// As a flag takes it.
std::string shown(const Json& value) {
  if (value.is_number()) return format_number(value.get<double>());
  if (value.is_array()) {
    std::vector<std::string> items;
    for (const Json& item : value) items.push_back(shown(item));
    return items.empty() ? "none" : fmt::format("{}", fmt::join(items, ","));
  }
  const auto text = value.is_string() ? value.get<std::string>() : value.dump();
  return text.empty() ? "empty" : text;
}

// "freq" as "--freq", "f" as "-f".
std::vector<std::string> flags_called(const std::vector<std::string_view>& names) {
  std::vector<std::string> flags;
  for (const std::string_view name : names) flags.push_back(fmt::format("{}{}", name.size() == 1 ? "-" : "--", name));
  return flags;
}

Option option_of(const Key& key) {
  return {.spec = fmt::format("{} {}", key.flag, key.value),
          .help = fmt::format("{} [{}={}]", key.help, key.path, shown(key.get(Settings{}))),
          .group = std::string(key.path.substr(0, key.path.find('.'))),
          .repeats = true,
          .value_optional = is_yes_or_no(key),
          .rare = !key.basic,
          .synonyms = flags_called(key.synonyms)};
}

void add_problems(std::vector<ConfigProblem>& problems, const std::function<void()>& attempt) {
  try {
    attempt();
  } catch (const ConfigError& error) {
    problems.insert(problems.end(), error.problems.begin(), error.problems.end());
  }
}

void apply_flag(Settings& settings, const Flags::Override& flag) {
  try {
    flag.key->set(settings, flag.text);
  } catch (const KeyError& error) {
    throw ConfigError({{"", 0, std::string(flag.key->flag), error.what()}});
  }
}

// That of the flag, or of the file.
Settings with_chosen_profile(Settings settings, const Flags& flags) {
  for (const auto& flag : flags.overrides)
    if (flag.key->path == "profile") apply_flag(settings, flag);
  return with_profile(std::move(settings));
}

}  // namespace

void add_settings(Arguments& arguments) {
  std::vector<Option> options{{.spec = "--config FILE", .help = "the configuration to read", .group = "general"}};
  for (const Key& key : keys()) options.push_back(option_of(key));
  arguments.add(std::move(options));
}

// A repeated flag overrides the earlier one; a boolean flag without a value means yes.
Flags flags_of(const Arguments& arguments) {
  Flags flags;
  for (const auto& [option, text] : arguments.given()) {
    if (option->has_name("--config")) flags.config = text;
    const auto key = std::ranges::find(keys(), option->name(), &Key::flag);
    if (key == keys().end()) continue;
    std::erase_if(flags.overrides, [key](const Flags::Override& earlier) { return earlier.key == &*key; });
    flags.overrides.push_back({&*key, text.empty() && is_yes_or_no(*key) ? "true" : text});
  }
  return flags;
}

Option sysroot_option(std::filesystem::path& root) {
  return {"--sysroot DIR", "examine a copy of another machine's files instead of this machine",
          [&root](const std::string& text, bool) {
            if (!std::filesystem::is_directory(text)) throw std::invalid_argument(text + " is not a directory");
            root = text;
          }};
}

command_line::Accept duration_into(std::optional<double>& seconds) {
  return [&seconds](const std::string& text, bool) {
    seconds = parse_seconds(text);
    if (!seconds || *seconds == 0) throw std::invalid_argument(text + " is not a duration such as 10s, 5m or 1h");
  };
}

std::optional<std::filesystem::path> config_file_of(const Flags& flags) {
  return flags.config ? flags.config : default_config_file();
}

Flags with_profile_named(Flags flags, const std::string& name) {
  const Key* const key = find_key("profile");
  std::erase_if(flags.overrides, [key](const Flags::Override& flag) { return flag.key == key; });
  flags.overrides.push_back({key, name});
  return flags;
}

Settings load_settings(const Flags& flags) {
  Settings settings;
  std::vector<ConfigProblem> problems;
  const auto file = config_file_of(flags);
  if (file) add_problems(problems, [&] { apply_config_file(settings, *file); });
  if (problems.empty()) add_problems(problems, [&] { settings = with_chosen_profile(settings, flags); });
  for (const auto& flag : flags.overrides) add_problems(problems, [&] { apply_flag(settings, flag); });
  if (problems.empty()) add_problems(problems, [&] { check_together(settings, file ? file->string() : ""); });
  if (!problems.empty()) throw ConfigError(std::move(problems));
  return settings;
}

}  // namespace spectrumd
