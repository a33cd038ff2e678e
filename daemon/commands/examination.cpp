// SPDX-License-Identifier: MIT
#include "daemon/commands/examination.h"

#include "daemon/config/config_file.h"
#include "mailbox/linux_board.h"

namespace spectrumd {
namespace {

// None is the configuration of a copy that has no file: its defaults.
std::optional<CommandLine> line_there(const CommandLine& line) {
  if (Sysroot(line.sysroot).is_this_machine() || line.config) return line;
  CommandLine there = line;
  there.config = line.sysroot / "etc/spectrumd/spectrumd.json";
  return std::filesystem::exists(*there.config) ? std::optional(there) : std::nullopt;
}

}  // namespace

Examination examination_for(const CommandLine& line) {
  Examination examination{.root = Sysroot(line.sysroot), .probe = line.probe};
  if (examination.root.is_this_machine())
    examination.open_board = [](const std::string& node) {
      return std::make_unique<mailbox::LinuxBoard>(mailbox::LinuxNodes{.vcio = node});
    };
  try {
    if (const auto there = line_there(line)) examination.settings = load_settings(*there);
  } catch (const ConfigError& error) {
    for (const auto& problem : error.problems) examination.config_problems.push_back(to_string(problem));
  }
  return examination;
}

}  // namespace spectrumd
