// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "daemon/config/json.h"
#include "daemon/fleet/pg_connection.h"

namespace spectrumd {

struct FleetReceiver {
  std::int64_t id = 0;
  std::string name, history, board, address, program, seen;
  std::string locator;                     // empty: it does not say where it is
  double seconds_since = 0;                // it was seen
  double clock_error = 0;                  // s; when it connected last
  std::vector<std::string> newest;         // "1min 2026-11-28T02:00:00Z", of each step that it reports
  std::optional<std::int64_t> waiting;     // at its last report
  std::string state, reason, url;          // likewise; empty: there was none
  double center_hz = 0, span_hz = 0;       // likewise
  std::int64_t open_alarms = 0;            // likewise
  std::vector<std::int64_t> same_history;  // receivers: copies of its card, or the boards that this card was on
};

struct FleetSeries {
  std::string name, keep;  // "365 days"; empty: forever
  std::int64_t partitions = 0, bytes = 0;
};

struct FleetStatus {
  int schema = 0;
  std::vector<FleetReceiver> receivers;
  std::vector<FleetSeries> series;
};

// Throws PgError.
FleetStatus fleet_status(PgConnection& connection);
std::vector<FleetReceiver> fleet_receivers(PgConnection& connection);  // of it

Json json_of(const FleetReceiver& receiver);

}  // namespace spectrumd
