// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>

#include "daemon/hub/fleet_reader.h"
#include "daemon/pipeline/stall_watch.h"
#include "daemon/server/http_server.h"

namespace spectrumd {

// What the handlers of its routes work with.
struct HubContext {
  FleetReader fleet;
  const Settings settings;
  std::optional<Accounts> accounts = {};
};

// Serves what the receivers of a fleet have reported to a database. It keeps nothing: any number of hubs of a database
// serve the same.
class Hub {
 public:
  Hub(const Settings& settings, PgConnection::Login login);  // throws ServerError
  ~Hub();

  std::uint16_t port() const { return server_->port(); }
  std::optional<std::string_view> silent_thread();  // a stopped thread, if any; call once a second

 private:
  HubContext context_;
  Heartbeats heartbeats_;
  StallWatch stall_watch_;
  std::atomic<std::size_t> event_clients_ = 0;
  MemoryBudget memory_;
  ChangeLimits change_limits_;
  std::optional<HttpServer> server_;
};

Routes hub_routes();

}  // namespace spectrumd
