// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/config/settings.h"
#include "daemon/fleet/pg_connection.h"

namespace spectrumd {

// The database of --store, or else the first of report.store. Throws command_line::UsageError if there is none.
PgConnection::Login fleet_login(const std::string& store, const Settings& settings, const std::string& application);

}  // namespace spectrumd
