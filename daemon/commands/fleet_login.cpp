// SPDX-License-Identifier: MIT
#include "daemon/commands/fleet_login.h"

#include "command_line/arguments.h"
#include "daemon/config/report_store.h"

namespace spectrumd {

PgConnection::Login fleet_login(const std::string& store, const Settings& settings, const std::string& application) {
  const std::string url = !store.empty() ? store : settings.report.store.empty() ? "" : settings.report.store.front();
  const auto parsed = parse_report_store(url);
  if (!parsed)
    throw command_line::UsageError(
        "--store: expected postgresql://[USER@]HOST[:PORT]/DATABASE without a password, which belongs in "
        "report.password, $PGPASSWORD or the file of $PGPASSFILE");
  // report.password is that of the reporter, who is another user than one who is named here.
  return {.store = *parsed, .password = store.empty() ? settings.report.password : "", .application = application};
}

}  // namespace spectrumd
