// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daemon/fleet/pg_connection.h"

namespace spectrumd {

// The schema `fleet` of a database. Its versions are the files of schema/, each of which leads from the one before;
// they are never changed, so that all databases of a version are alike.
int known_schema();  // the latest
constexpr int kSchemaWithLocator = 3;

struct SchemaVersion {
  int version = 0;     // 0: there is none
  int compatible = 0;  // the oldest that programs may know and still report
};
SchemaVersion schema_of(PgConnection& connection);

// Why this program cannot report to such a schema, and what to do; empty if it can.
std::string schema_trouble(const SchemaVersion& schema);

// Makes the schema, or brings it up to date, in one transaction; returns the version it had. Throws PgError.
int migrate(PgConnection& connection);

// Drops what a series keeps no longer, each partition in a transaction by itself. Throws PgError.
void retire(PgConnection& connection, const std::string& series);

}  // namespace spectrumd
