// SPDX-License-Identifier: MIT
#include "daemon/hub/hub.h"

#include <utility>

#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {
namespace {

Routes routes_with_users() {
  Routes all = hub_routes();
  for (Route& route : users_routes()) all.push_back(std::move(route));
  return all;
}

}  // namespace

Hub::Hub(const Settings& settings, PgConnection::Login login)
    : context_{.fleet = FleetReader(std::move(login)), .settings = settings} {
  // Another list than that of a daemon of the same user.
  if (const auto folder = users_folder(settings)) context_.accounts.emplace(*folder / "hub");
  server_.emplace(Site{.context = HandlerContext(context_),
                       .routes = routes_with_users(),
                       .index = "hub.html",
                       .settings = [this] { return context_.settings; },
                       .heartbeats = heartbeats_,
                       .event_clients = event_clients_,
                       .memory = memory_,
                       .change_limits = change_limits_,
                       .own_names = std::make_shared<OwnNames>(),
                       .accounts = context_.accounts ? &*context_.accounts : nullptr});
}

// A request may wait for a database that does not answer.
Hub::~Hub() { context_.fleet.stop(); }

std::optional<std::string_view> Hub::silent_thread() {
  return stall_watch_.look(Heartbeats::Clock::now(), heartbeats_.pulses());
}

}  // namespace spectrumd
