// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "daemon/config/settings.h"

namespace spectrumd {

// One mistake in a configuration: "spectrumd.json:12: radio.centre: unknown key; did you mean radio.center?"
struct ConfigProblem {
  std::string file;
  std::size_t line = 0;  // 0 if no line is to blame
  std::string key;       // empty if no key is to blame
  std::string reason;
};
std::string to_string(const ConfigProblem& problem);

// All mistakes, not only the first one.
struct ConfigError : std::runtime_error {
  explicit ConfigError(std::vector<ConfigProblem> all);
  std::vector<ConfigProblem> problems;
};

// Applies a JSON text with // and /* */ comments to `settings`. Throws ConfigError, and then applies nothing.
void apply_config_text(Settings& settings, const std::string& text, const std::string& file_name);
void apply_config_file(Settings& settings, const std::filesystem::path& file);

// Checks combinations of keys: listening beyond loopback needs a token or server.open; throws ConfigError.
void check_together(const Settings& settings, const std::string& file_name);

// Returns the first existing file of $XDG_CONFIG_HOME/spectrumd/spectrumd.json (or ~/.config) and
// /etc/spectrumd/spectrumd.json.
std::optional<std::filesystem::path> default_config_file();

}  // namespace spectrumd
