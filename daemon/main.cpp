// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

#include "command_line/program.h"
#include "daemon/commands/commands.h"
#include "daemon/commands/flags.h"
#include "daemon/config/config_file.h"
#include "daemon/config/version.h"
#include "daemon/outputs/output_file.h"
#include "daemon/service/announcer.h"
#include "daemon/service/start.h"
#include "daemon/sources/device/attempt.h"
#include "daemon/sources/iq_source.h"
#include "gpufft/backend.h"

namespace {

using namespace spectrumd;

// What matters to a command that does not serve; "" are its own flags.
constexpr std::string_view kOfRadio[] = {"general", "source", "radio"};
constexpr std::string_view kGeneral[] = {"general"};
constexpr std::string_view kOfHub[] = {"general", "server", "users"};

constexpr command_line::Command kCommands[] = {
    {"", "[FLAGS]", "receive and serve until stopped", run_serve},
    {.name = "record",
     .syntax = "[FILE] [FLAGS]",
     .help = "record samples as SigMF until Ctrl-C, or with --mode nfm|am|usb|... the sound of one --center; "
             "--duration 10s|5m|1h",
     .run = run_record,
     .groups = kOfRadio},
    {.name = "channel",
     .syntax = "[FLAGS]",
     .help = "write the sound or the samples of one --center until Ctrl-C; --mode nfm|am|usb|...|iq, --out FILE",
     .run = run_channel,
     .groups = kOfRadio},
    // rtl_power's flags mean other things than ours; what it cannot do ends with 1, as there.
    {"sweep", "-f LOW:HIGH:BIN ...", "measure a frequency range; writes rtl_power CSV; spectrumd sweep -h", run_sweep,
     true, command_line::kExitFailure},
    {.name = "convert",
     .syntax = "IN... OUT [FLAGS]",
     .help = "write a recording as SigMF (OUT.sigmf-meta, or .sigmf for an archive), .wav or raw samples (.cs16)",
     .run = run_convert,
     .groups = kOfRadio},
    {.name = "devices",
     .syntax = "[FLAGS]",
     .help = "list radios, with the --source value of each; --json",
     .run = run_devices,
     .groups = kGeneral},
    {.name = "doctor",
     .syntax = "[FLAGS]",
     .help = "check this machine for problems; --json, --probe, --sysroot DIR",
     .run = run_doctor,
     .groups = kGeneral},
    {.name = "history",
     .syntax = "WHAT [FLAGS]",
     .help = "export rows on disk (--out day.png, .csv, .npz), import, check, stats; also of a copy: --folder",
     .run = run_history,
     .groups = kGeneral},
    {.name = "fleet",
     .syntax = "WHAT [FLAGS]",
     .help = "prepare a database for a fleet of receivers (init), or show who reports there (status); --store URL",
     .run = run_fleet,
     .groups = kGeneral},
    {.name = "hub",
     .syntax = "[FLAGS]",
     .help = "serve what the receivers of a fleet have reported to a database: page and API; --store URL",
     .run = run_hub,
     .groups = kOfHub},
    {.name = "user",
     .syntax = "WHAT [NAME] [ROLE] [FLAGS]",
     .help = "people who may use the server, each with a token: add NAME --role tuner, list, role, revoke, log",
     .run = run_user,
     .groups = kOfHub},
    {.name = "--qpu-helper",
     .syntax = "[FLAGS]",
     .help = "drive the QPUs of a Raspberry Pi for the daemon",
     .run = run_qpu_helper,
     .groups = kGeneral},
    {.name = "check-config",
     .syntax = "[FILE] [FLAGS]",
     .help = "validate a configuration and see whether its source is there; as JSON: --json",
     .run = run_check_config,
     .groups = kGeneral},
};

constexpr std::string_view kNotes = R"(The configuration is JSON with comments: the file given by --config, or else
$XDG_CONFIG_HOME/spectrumd/spectrumd.json, or else /etc/spectrumd/spectrumd.json. SIGHUP reads it
again. Flags win over the file. Numbers take k, M and G. Behind each flag:
[its place in the configuration=its default].
)";

template <class... Errors>
bool is_one_of(const std::exception& error) {
  return ((dynamic_cast<const Errors*>(&error) != nullptr) || ...);
}

// Mistakes of the user: they exit with 64, so that systemd does not restart the service.
std::optional<std::string> mistake(const std::exception& error) {
  if (const auto* const refused = dynamic_cast<const TuningRefused*>(&error))
    return fmt::format("{}: {}", refused->field, refused->what());
  if (is_one_of<ConfigError, gpufft::PlanError, SourceError, OutputError>(error)) return error.what();
  return std::nullopt;
}

}  // namespace

int main(int count, char** words) {
  try {
    keep_standard_places();
  } catch (const std::exception& error) {
    std::cerr << "spectrumd: " << error.what() << '\n';
    return command_line::kExitFailure;
  }
  const int status = command_line::run({.name = "spectrumd",
                                        .version = version(),
                                        .about = "a spectrum analyzer for the browser",
                                        .commands = kCommands,
                                        .notes = kNotes,
                                        .add_common = add_settings,
                                        .mistake = mistake},
                                       count, words);
  // The threads of a device, or of avahi-daemon, that hangs must not use what the end of a program destroys.
  if (Attempt::alive() > 0 || Announcer::alive() > 0) {
    std::cout.flush();
    std::_Exit(status);
  }
  return status;
}
