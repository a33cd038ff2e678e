// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "daemon/commands/commands.h"
#include "daemon/commands/flags.h"
#include "daemon/commands/history/history_options.h"
#include "daemon/config/keys.h"
#include "daemon/outputs/history_plan.h"
#include "daemon/outputs/local_time.h"
#include "daemon/outputs/state_folder.h"
#include "daemon/service/start.h"

namespace spectrumd {

namespace fs = std::filesystem;
using command_line::UsageError;

namespace {

constexpr std::string_view kServiceFolder = "/var/lib/spectrumd/history";

command_line::Accept edge_into(std::optional<double>& hertz) {
  return [&hertz](const std::string& text, bool) {
    hertz = parse_number(text, kHertz);
    if (!hertz) throw std::invalid_argument(text + " is not a frequency such as 100.3M");
  };
}

int run_action(const HistoryOptions& options, const Settings& settings) {
  if (options.action == "import") return import_history(options, settings);
  if (!options.files.empty()) throw UsageError(fmt::format("{}: only import reads files", options.files.front()));
  if (options.action == "export") return export_history(options, settings);
  return options.action == "check" ? check_history(options, settings) : show_history_stats(options, settings);
}

}  // namespace

void add_history_options(command_line::Arguments& arguments, HistoryOptions& options) {
  using command_line::into, command_line::one_of;
  arguments.add(
      {{"WHAT", "what to do: export, import, check or stats",
        one_of({"export", "import", "check", "stats"}, into(options.action))},
       {"[FILE...]", "of rtl_power, rx_power, soapy_power or hackrf_sweep, to be imported", into(options.files)},
       {"--folder FOLDER",
        "a history, also one in use; default: history.folder, else that of the service or of this user",
        into(options.folder)},
       {"--since TIME", "2026-11-22, 2026-11-22T08:03:49Z or -2h; default: a day before --until", into(options.since)},
       {"--until TIME", "likewise; default: now", into(options.until)},
       {"--from HZ", "lower edge; default: all", edge_into(options.from)},
       {"--to HZ", "upper edge", edge_into(options.to)},
       {"--level NAME", "rows to export: auto, 1s, 10s, 1min, 10min or 2h",
        one_of({"auto", "1s", "10s", "1min", "10min", "2h"}, into(options.level))},
       {"--format csv|rtl_power|png|npy", "npy is a .npz for numpy; default: by the name of the file, or csv",
        one_of({"csv", "rtl_power", "png", "npy", "npz"}, into(options.format))},
       {"--out FILE", "where to write; default: -, standard output", into(options.out)},
       {"--json", "print JSON", into(options.json)}});
}

Time moment_of(std::string_view flag, const std::string& text, Time now) {
  if (text.starts_with('-'))
    if (const auto ago = parse_seconds(std::string_view(text).substr(1)))
      return now - std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(*ago));
  if (const auto date = parse_date(text)) return local_midnight(*date);
  if (const auto time = parse_time(text)) return *time;
  throw UsageError(fmt::format("{}: {} is not a time such as 2026-11-22, 2026-11-22T08:03:49Z or -2h", flag, text));
}

fs::path folder_of(const HistoryOptions& options, const Settings& settings) {
  fs::path folder = options.folder;
  if (folder.empty()) folder = history_folder(settings.history_disk).value_or("");
  if (folder.empty() && fs::is_directory(kServiceFolder)) folder = kServiceFolder;
  if (folder.empty()) folder = state_folder().value_or(".") / "history";
  if (fs::is_directory(folder)) return folder;
  throw UsageError(fmt::format("{}: there is no history; name its folder with --folder", folder.string()));
}

int run_history(command_line::Arguments& arguments) {
  HistoryOptions options;
  add_history_options(arguments, options);
  if (!arguments.parse()) return 0;
  start_log();
  const Settings settings = load_settings(flags_of(arguments));
  set_log_level(settings);
  return run_action(options, settings);
}

}  // namespace spectrumd
