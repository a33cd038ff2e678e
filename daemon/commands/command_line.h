// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "daemon/commands/record.h"
#include "daemon/config/keys.h"
#include "daemon/config/settings.h"

namespace spectrumd {

constexpr int kExitBadConfig = 64;  // sysexits' EX_USAGE; the unit does not start us again after it

// Flags that make no sense; the text is for a person and has a suggestion where there is one.
struct CommandLineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What was typed. Kept for the whole run: a reload reads the file again, and the flags win over it again.
struct CommandLine {
  enum class Command { Serve, QpuHelper, CheckConfig, Record, Devices, Doctor, ShowHelp, ShowVersion };
  struct Override {
    const Key* key;
    std::string text;
  };

  Command command = Command::Serve;
  std::optional<std::filesystem::path> config;  // --config FILE or check-config FILE
  std::vector<Override> overrides;              // flags that set a key, as typed
  bool json = false;                            // --json
  RecordOptions record;
  std::filesystem::path sysroot = "/";  // --sysroot of devices and doctor: a directory
  bool probe = false;                   // --probe of doctor
};
CommandLine parse_command_line(int count, const char* const* arguments);  // throws CommandLineError

// The file that load_settings reads: the one asked for or the first of the usual places.
std::optional<std::filesystem::path> config_file_of(const CommandLine& line);

// Defaults, then the file, then the flags. Throws ConfigError with all that is wrong in either.
Settings load_settings(const CommandLine& line);

// check-config: says what is wrong, or that nothing is, and gives the exit status.
int check_config(const CommandLine& line, std::ostream& out);

}  // namespace spectrumd
