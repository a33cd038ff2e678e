// SPDX-License-Identifier: MIT
#include "daemon/commands/doctor.h"

#include <iostream>

#include "daemon/commands/commands.h"
#include "daemon/config/config_file.h"
#include "mailbox/linux_board.h"

namespace spectrumd {
namespace {

// A copy without a configuration file uses the defaults.
std::optional<Flags> flags_there(const std::filesystem::path& sysroot, const Flags& flags) {
  if (Sysroot(sysroot).is_this_machine() || flags.config) return flags;
  Flags there = flags;
  there.config = sysroot / "etc/spectrumd/spectrumd.json";
  return std::filesystem::exists(*there.config) ? std::optional(there) : std::nullopt;
}

}  // namespace

Examination examination_for(const std::filesystem::path& sysroot, const Flags& flags, bool probe) {
  Examination examination{.root = Sysroot(sysroot), .probe = probe};
  if (examination.root.is_this_machine())
    examination.open_board = [](const std::string& node) {
      return std::make_unique<mailbox::LinuxBoard>(mailbox::LinuxNodes{.vcio = node});
    };
  try {
    if (const auto there = flags_there(sysroot, flags)) examination.settings = load_settings(*there);
  } catch (const ConfigError& error) {
    for (const auto& problem : error.problems) examination.config_problems.push_back(to_string(problem));
  }
  return examination;
}

int run_doctor(command_line::Arguments& arguments) {
  std::filesystem::path sysroot = "/";
  bool probe = false, json = false;
  arguments.add({{"--probe", "also run a program on a Raspberry Pi's QPUs", command_line::into(probe)},
                 {"--json", "print JSON", command_line::into(json)},
                 sysroot_option(sysroot)});
  if (!arguments.parse()) return 0;
  return doctor(examination_for(sysroot, flags_of(arguments), probe), json, std::cout);
}

}  // namespace spectrumd
