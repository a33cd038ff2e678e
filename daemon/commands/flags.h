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

// The settings that were typed. Kept for the whole run: a reload reads the file again, and the flags win over it again.
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
Flags flags_of(const command_line::Arguments& arguments);  // after they were read

// --sysroot DIR, which must be there.
command_line::Option sysroot_option(std::filesystem::path& root);

// The file that load_settings reads: the one asked for or the first of the usual places.
std::optional<std::filesystem::path> config_file_of(const Flags& flags);

// Defaults, then the file, then the flags. Throws ConfigError with all that is wrong in either.
Settings load_settings(const Flags& flags);

}  // namespace spectrumd
