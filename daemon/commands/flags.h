// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command_line/arguments.h"
#include "daemon/config/keys.h"
#include "daemon/config/settings.h"

namespace spectrumd {

// Settings from the command line. Kept for the whole run: a reload reads the file again, and the flags override it
// again.
struct Flags {
  struct Override {
    const Key* key;
    std::string text;
  };
  std::optional<std::filesystem::path> config;  // --config FILE, or check-config FILE
  std::vector<Override> overrides;              // flags that set a key, as typed
};

// --config and a flag for every key.
void add_settings(command_line::Arguments& arguments);
Flags flags_of(const command_line::Arguments& arguments);  // after parsing

// --sysroot DIR, which must exist.
command_line::Option sysroot_option(std::filesystem::path& root);

// Into a number of seconds: "10s", "5m", "1h"; more than none.
command_line::Accept duration_into(std::optional<double>& seconds);

// The file that load_settings reads: the requested one, or the first of the usual places.
std::optional<std::filesystem::path> config_file_of(const Flags& flags);

// Defaults, then the file, its chosen profile, then the flags. Throws ConfigError with every mistake in any.
Settings load_settings(const Flags& flags);

// The same flags, but with another profile.
Flags with_profile_named(Flags flags, const std::string& name);

}  // namespace spectrumd
