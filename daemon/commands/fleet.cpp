// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "daemon/commands/commands.h"
#include "daemon/commands/flags.h"
#include "daemon/commands/fleet_login.h"
#include "daemon/config/plain_text.h"
#include "daemon/fleet/fleet_schema.h"
#include "daemon/fleet/fleet_status.h"
#include "daemon/service/start.h"

namespace spectrumd {

using command_line::UsageError;

namespace {

struct FleetOptions {
  std::string action, store;
  std::vector<std::string> keep;
  bool json = false;
};

void add_fleet_options(command_line::Arguments& arguments, FleetOptions& options) {
  using command_line::into, command_line::one_of;
  arguments.add({{"WHAT", "what to do: init or status", one_of({"init", "status"}, into(options.action))},
                 {"--store URL", "postgresql://[USER@]HOST[:PORT]/DATABASE; default: the first of report.store",
                  into(options.store)},
                 {"--keep SERIES=DAYS...",
                  "with init, how long rows of 1s, 10s, ... alarm, health are kept; 0: forever", into(options.keep)},
                 {"--json", "print JSON", into(options.json)}});
}

struct Retention {
  std::string series;
  int days = 0;  // 0: forever
};

Retention parse_retention(const std::string& text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const auto days = plain_number<std::uint16_t>(std::string_view(text).substr(std::min(equals + 1, text.size())));
  if (!days || equals == 0) throw UsageError(fmt::format("--keep: {} is not SERIES=DAYS such as 10s=365", text));
  return {text.substr(0, equals), *days};
}

void set_retention(PgConnection& connection, const Retention& retention) {
  const auto changed =
      connection.run("UPDATE fleet.series SET keep = nullif($2::int, 0) * '1 day'::interval WHERE name = $1",
                     {retention.series, std::to_string(retention.days)});
  if (changed.changed() == 0)
    throw UsageError(
        fmt::format("--keep: there is no series {}; `spectrumd fleet status` lists them", retention.series));
}

int init(const FleetOptions& options, const std::vector<Retention>& retentions, PgConnection& connection) {
  const int before = migrate(connection);
  for (const Retention& retention : retentions) set_retention(connection, retention);
  const PgRows series = connection.run("SELECT name FROM fleet.series");
  for (std::size_t row = 0; row < series.size(); ++row) retire(connection, std::string(series.text(row, 0)));
  const std::string done = before == 0                ? "made"
                           : before == known_schema() ? "is up to date"
                                                      : fmt::format("updated from version {}", before);
  if (options.json)
    std::cout << Json{{"schema", known_schema()}, {"before", before}}.dump(2) << '\n';
  else
    std::cout << fmt::format("schema fleet, version {}: {}\n", known_schema(), done);
  return EXIT_SUCCESS;
}

std::string line_of(const FleetReceiver& receiver) {
  std::string line = fmt::format("{:>4}  {:<20} {:<12} {:>8.0f} s ago  clock {:+.1f} s  {}\n", receiver.id,
                                 receiver.name, receiver.state.empty() ? "-" : receiver.state, receiver.seconds_since,
                                 receiver.clock_error, fmt::join(receiver.newest, ", "));
  if (!receiver.same_history.empty())
    line +=
        fmt::format("      the history of its card is also that of receiver {}: a copy, or moved to another board\n",
                    fmt::join(receiver.same_history, ", "));
  return line;
}

int show_status(const FleetOptions& options, PgConnection& connection) {
  const FleetStatus status = fleet_status(connection);
  if (options.json) {
    Json receivers = Json::array(), series = Json::array();
    for (const FleetReceiver& receiver : status.receivers) receivers.push_back(json_of(receiver));
    for (const auto& [name, keep, partitions, bytes] : status.series)
      series.push_back({{"name", name}, {"keep", keep}, {"partitions", partitions}, {"bytes", bytes}});
    std::cout << Json{{"schema", status.schema}, {"receivers", receivers}, {"series", series}}.dump(2) << '\n';
    return EXIT_SUCCESS;
  }
  std::cout << fmt::format("schema fleet, version {}, {} receivers\n", status.schema, status.receivers.size());
  for (const FleetReceiver& receiver : status.receivers) std::cout << line_of(receiver);
  for (const auto& [name, keep, partitions, bytes] : status.series)
    std::cout << fmt::format("{:<10}{:>5} partitions{:>11.1f} MB  kept {}\n", name, partitions,
                             static_cast<double>(bytes) / 1e6, keep.empty() ? "forever" : keep);
  return EXIT_SUCCESS;
}

}  // namespace

int run_fleet(command_line::Arguments& arguments) {
  FleetOptions options;
  add_fleet_options(arguments, options);
  if (!arguments.parse()) return 0;
  start_log();
  const Settings settings = load_settings(flags_of(arguments));
  set_log_level(settings);
  if (!options.keep.empty() && options.action != "init") throw UsageError("--keep: only init changes it");
  std::vector<Retention> retentions;
  for (const std::string& keep : options.keep) retentions.push_back(parse_retention(keep));
  PgConnection connection(fleet_login(options.store, settings, "spectrumd fleet"), {});
  return options.action == "init" ? init(options, retentions, connection) : show_status(options, connection);
}

}  // namespace spectrumd
