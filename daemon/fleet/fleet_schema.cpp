// SPDX-License-Identifier: MIT
#include "daemon/fleet/fleet_schema.h"

#include <fmt/format.h>

#include "daemon/server/http/embedded.h"

namespace spectrumd {

std::span<const EmbeddedFile> fleet_schema_files();  // of schema/, in the order of the versions

namespace {

constexpr int kNeeded = 1;      // the oldest schema that takes what this program reports
constexpr int kCompatible = 1;  // the oldest that a program may know to report to the latest

}  // namespace

int known_schema() { return static_cast<int>(fleet_schema_files().size()); }

SchemaVersion schema_of(PgConnection& connection) {
  const PgRows there = connection.run(
      "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
      "WHERE n.nspname = 'fleet' AND c.relname = 'version'");
  if (there.size() == 0) return {};
  const PgRows newest = connection.run("SELECT version, compatible FROM fleet.version ORDER BY version DESC LIMIT 1");
  if (newest.size() == 0) return {};
  return {static_cast<int>(newest.integer(0, 0)), static_cast<int>(newest.integer(0, 1))};
}

std::string schema_trouble(const SchemaVersion& schema) {
  if (schema.version == 0) return "the database has no schema `fleet`; make it with `spectrumd fleet init`";
  if (schema.version < kNeeded)
    return fmt::format("the schema of the database has version {}, needed is {}; `spectrumd fleet init` updates it",
                       schema.version, kNeeded);
  if (schema.compatible > known_schema())
    return fmt::format("the schema of the database has version {}, this spectrumd knows {}; update spectrumd",
                       schema.version, known_schema());
  return "";
}

int migrate(PgConnection& connection) {
  PgTransaction transaction(connection);
  connection.run("SELECT pg_advisory_xact_lock(hashtext('fleet.version'))");
  const SchemaVersion schema = schema_of(connection);
  if (schema.version > known_schema()) throw PgError(schema_trouble({schema.version, schema.version}));
  for (int version = schema.version + 1; version <= known_schema(); ++version) {
    connection.run(std::string(fleet_schema_files()[static_cast<std::size_t>(version - 1)].content));
    connection.run("INSERT INTO fleet.version(version, compatible) VALUES ($1, $2)",
                   {std::to_string(version), std::to_string(kCompatible)});
  }
  transaction.commit();
  return schema.version;
}

void retire(PgConnection& connection, const std::string& series) {
  while (connection.run("SELECT 1 WHERE fleet.retire($1)", {series}).size() > 0) {
  }
}

}  // namespace spectrumd
