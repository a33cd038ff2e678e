// SPDX-License-Identifier: MIT
#include "daemon/fleet/delivery.h"

#include <fmt/format.h>

#include "daemon/config/units.h"
#include "daemon/config/version.h"
#include "daemon/fleet/fleet_schema.h"
#include "daemon/store/level.h"

namespace spectrumd {
namespace {

// "receiver integer, t0 timestamptz" without the types.
std::string names_of(std::string_view columns) {
  std::string names;
  while (!columns.empty()) {
    const std::string_view column = columns.substr(0, columns.find(", "));
    names += (names.empty() ? "" : ", ") + std::string(column.substr(0, column.find(' ')));
    columns.remove_prefix(std::min(columns.size(), column.size() + 2));
  }
  return names;
}

}  // namespace

Delivery::Delivery(const PgConnection::Login& login, const ReporterIdentity& identity, const std::stop_token& stop)
    : identity_(identity), connection_(login, stop) {
  const SchemaVersion schema = schema_of(connection_);
  if (const std::string trouble = schema_trouble(schema); !trouble.empty()) throw PgError(trouble);
  schema_ = schema.version;
  for (std::size_t i = 0; i < kReportTables; ++i) {
    const ReportTable& table = table_of(static_cast<Reported>(i));
    connection_.run(
        fmt::format("CREATE TEMPORARY TABLE stage_{}({}) ON COMMIT DELETE ROWS", table.name, table.columns));
  }
  greet();
  say_where();
}

void Delivery::say_where() {
  if (schema_ < kSchemaWithLocator) return;
  connection_.run("SELECT fleet.set_locator($1, nullif($2, ''))", {std::to_string(receiver_), identity_.locator});
}

void Delivery::greet() {
  const PgRows answer = connection_.run("SELECT * FROM fleet.hello($1, $2, $3, $4, $5, $6)",
                                        {identity_.history, identity_.board, identity_.boot, identity_.name,
                                         std::string(version()), format_time(std::chrono::system_clock::now())});
  fleet_ = answer.text(0, 0);
  receiver_ = static_cast<std::int32_t>(answer.integer(0, 1));
  batch_ = answer.integer(0, 2);
  warning_ = answer.text(0, 3);
}

void Delivery::prepare(const Batch& batch) {
  for (const auto& [series, days] : batch.days())
    for (const std::int64_t day : days) {
      if (prepared_.contains({series, day})) continue;
      const std::string time = format_time(Time(std::chrono::days(day)));
      bool made = false;
      while (connection_.run("SELECT 1 WHERE fleet.prepare($1, $2, $2)", {series, time}).size() > 0) made = true;
      if (made) retire(connection_, series);
      prepared_.emplace(series, day);
    }
}

Delivery::Receipt Delivery::insert(Reported which, const CopyRows& rows) {
  const ReportTable& table = table_of(which);
  const std::string names = names_of(table.columns);
  connection_.copy(fmt::format("COPY stage_{} FROM STDIN (FORMAT binary)", table.name), rows.data());
  const std::uint64_t stored =
      connection_
          .run(fmt::format("INSERT INTO fleet.{0}({1}) SELECT {1} FROM stage_{0} ON CONFLICT DO NOTHING", table.name,
                           names))
          .changed();
  return {stored, rows.rows() - stored};
}

// Partitions come first, in transactions by themselves.
Delivery::Receipt Delivery::send(const Batch& batch) {
  prepare(batch);
  PgTransaction transaction(connection_);
  const std::int64_t number =
      connection_.run("SELECT fleet.begin_batch($1, $2)", {std::to_string(receiver_), identity_.boot}).integer(0, 0);
  Receipt receipt;
  for (std::size_t i = 0; i < kReportTables; ++i) {
    const auto table = static_cast<Reported>(i);
    if (batch.rows(table).rows() == 0) continue;
    const Receipt part = insert(table, batch.rows(table));
    if (table == Reported::Clock) continue;  // each session says it again
    receipt.stored += part.stored;
    receipt.known += part.known;
  }
  transaction.commit();
  batch_ = number;
  return receipt;
}

}  // namespace spectrumd
