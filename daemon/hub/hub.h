// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>

#include "daemon/hub/errands.h"
#include "daemon/hub/fleet_reader.h"
#include "daemon/hub/live_hub.h"
#include "daemon/pipeline/stall_watch.h"
#include "daemon/server/http_server.h"

namespace spectrumd {

// What the handlers of its routes work with.
struct HubContext {
  FleetReader fleet;
  const Settings settings;
  std::optional<Accounts> accounts = {};
  const ReachLimits limits = {};

  Errands errands = {};

  ReachedPlace place(std::int64_t receiver);  // blocks; throws RequestError
};

// Serves what the receivers of a fleet have reported to a database, and asks those that its settings name for the rest.
// It keeps nothing: any number of hubs of a database serve the same.
class Hub {
 public:
  Hub(const Settings& settings, PgConnection::Login login, const ReachLimits& limits = {});  // throws ServerError
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
  std::optional<LiveHub> live_;
  std::optional<HttpServer> server_;
};

Routes hub_routes();
Routes reach_routes();  // of them: what receivers are asked for

// "…/receivers/12/…": the part so many from the end. Throws RequestError (404).
std::int64_t receiver_in(std::string_view path, std::size_t from_end);

// What the database refuses is not the client's fault, and passes.
template <class Read>
auto read_database(Read reading) {
  try {
    return reading();
  } catch (const PgError& error) {
    throw RequestError(503, "no_database", error.what());
  }
}

}  // namespace spectrumd
