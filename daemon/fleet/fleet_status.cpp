// SPDX-License-Identifier: MIT
#include "daemon/fleet/fleet_status.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "daemon/fleet/fleet_schema.h"

namespace spectrumd {
namespace {

// The newest rows are found at the end of an index, not by reading all.
constexpr std::string_view kReceivers = R"(
  SELECT r.id, r.name, r.history, r.board, host(u.address), u.program,
         to_char(r.seen, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), extract(epoch FROM now() - r.seen),
         extract(epoch FROM u.clock_error), h.waiting, h.state, h.reason, h.url, h.center_hz, h.span_hz,
         h.open_alarms, {}
  FROM fleet.receiver r
  LEFT JOIN LATERAL (SELECT * FROM fleet.run WHERE receiver = r.id ORDER BY seen DESC LIMIT 1) u ON true
  LEFT JOIN LATERAL (SELECT * FROM fleet.health WHERE receiver = r.id ORDER BY t DESC LIMIT 1) h ON true
  ORDER BY r.id)";
constexpr const char* kNewest = R"(
  SELECT r.id, l.name || ' ' || to_char(f.t1, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
  FROM fleet.receiver r CROSS JOIN (VALUES (1, '1s'), (10, '10s'), (60, '1min'), (600, '10min'), (7200, '2h')) l(step, name)
  CROSS JOIN LATERAL (SELECT t1 FROM fleet.frame WHERE receiver = r.id AND step = l.step ORDER BY t0 DESC LIMIT 1) f
  ORDER BY r.id, l.step)";
constexpr const char* kSeries = R"(
  SELECT s.name, coalesce(s.keep::text, ''), count(p.relid) FILTER (WHERE p.isleaf AND NOT p.relid::text ~ '_other$'),
         coalesce(sum(pg_total_relation_size(p.relid)), 0)
  FROM fleet.series s CROSS JOIN LATERAL unnest(s.tables) t(name)
  CROSS JOIN LATERAL pg_partition_tree(('fleet.' || quote_ident(t.name))::regclass) p
  GROUP BY s.name ORDER BY s.name)";

FleetReceiver receiver_in(const PgRows& rows, std::size_t row) {
  FleetReceiver receiver;
  receiver.id = rows.integer(row, 0);
  receiver.name = rows.text(row, 1);
  receiver.history = rows.text(row, 2);
  receiver.board = rows.text(row, 3);
  receiver.address = rows.text(row, 4);
  receiver.program = rows.text(row, 5);
  receiver.seen = rows.text(row, 6);
  receiver.seconds_since = rows.real(row, 7);
  receiver.clock_error = rows.real(row, 8);
  if (!rows.is_null(row, 9)) receiver.waiting = rows.integer(row, 9);
  receiver.state = rows.text(row, 10);
  receiver.reason = rows.text(row, 11);
  receiver.url = rows.text(row, 12);
  receiver.center_hz = rows.real(row, 13);
  receiver.span_hz = rows.real(row, 14);
  receiver.open_alarms = rows.integer(row, 15);
  receiver.locator = rows.text(row, 16);
  return receiver;
}

std::vector<FleetReceiver> receivers_in(PgConnection& connection, int schema) {
  const char* const locator = schema >= kSchemaWithLocator ? "r.locator" : "NULL";
  const PgRows rows = connection.run(fmt::format(kReceivers, locator)), newest = connection.run(kNewest);
  std::vector<FleetReceiver> receivers;
  std::map<std::string, std::vector<std::int64_t>> of_history;
  std::size_t next = 0;  // of the newest, which come in the order of the receivers
  for (std::size_t row = 0; row < rows.size(); ++row) {
    FleetReceiver& receiver = receivers.emplace_back(receiver_in(rows, row));
    of_history[receiver.history].push_back(receiver.id);
    for (; next < newest.size() && newest.integer(next, 0) <= receiver.id; ++next)
      if (newest.integer(next, 0) == receiver.id) receiver.newest.emplace_back(newest.text(next, 1));
  }
  for (FleetReceiver& receiver : receivers)
    std::ranges::remove_copy(of_history[receiver.history], std::back_inserter(receiver.same_history), receiver.id);
  return receivers;
}

int checked_schema(PgConnection& connection) {
  const SchemaVersion schema = schema_of(connection);
  if (const std::string trouble = schema_trouble(schema); !trouble.empty()) throw PgError(trouble);
  return schema.version;
}

}  // namespace

std::vector<FleetReceiver> fleet_receivers(PgConnection& connection) {
  return receivers_in(connection, checked_schema(connection));
}

FleetStatus fleet_status(PgConnection& connection) {
  const int schema = checked_schema(connection);
  FleetStatus status{.schema = schema, .receivers = receivers_in(connection, schema), .series = {}};
  const PgRows series = connection.run(kSeries);
  for (std::size_t row = 0; row < series.size(); ++row)
    status.series.push_back({std::string(series.text(row, 0)), std::string(series.text(row, 1)), series.integer(row, 2),
                             series.integer(row, 3)});
  return status;
}

Json json_of(const FleetReceiver& receiver) {
  return {{"id", receiver.id},
          {"name", receiver.name},
          {"history", receiver.history},
          {"board", receiver.board},
          {"address", receiver.address},
          {"program", receiver.program},
          {"seen", receiver.seen},
          {"seconds_since", receiver.seconds_since},
          {"clock_error_seconds", receiver.clock_error},
          {"state", receiver.state},
          {"reason", receiver.reason},
          {"url", receiver.url},
          {"locator", receiver.locator},
          {"center_hz", receiver.center_hz},
          {"span_hz", receiver.span_hz},
          {"open_alarms", receiver.open_alarms},
          {"waiting", receiver.waiting ? Json(*receiver.waiting) : Json()},
          {"newest", receiver.newest},
          {"same_history", receiver.same_history}};
}

}  // namespace spectrumd
