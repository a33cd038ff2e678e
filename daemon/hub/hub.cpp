// SPDX-License-Identifier: MIT
#include "daemon/hub/hub.h"

#include <utility>

#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {
namespace {

constexpr std::size_t kFeedsOfOthers = 16;  // of receivers that are not reached: viewers hear why

Routes routes_with_users() {
  Routes all = hub_routes();
  for (Route& route : users_routes()) all.push_back(std::move(route));
  return all;
}

}  // namespace

ReachedPlace HubContext::place(std::int64_t receiver) {
  const auto identity = read_database([&] { return fleet.identity(receiver); });
  if (!identity) throw RequestError(404, "not_found", "no such receiver; see api/v1/receivers");
  return place_of(settings.hub, *identity);
}

Hub::Hub(const Settings& settings, PgConnection::Login login, const ReachLimits& limits)
    : context_{.fleet = FleetReader(std::move(login)), .settings = settings, .limits = limits} {
  // Another list than that of a daemon of the same user.
  if (const auto folder = users_folder(settings)) context_.accounts.emplace(*folder / "hub");
  live_.emplace(LiveHub::Parts{.find = [this](std::int64_t receiver) { return context_.place(receiver); },
                               .settings = context_.settings.server,
                               .most_feeds = kFeedsOfOthers + 2 * settings.hub.reach.size(),
                               .accounts = context_.accounts ? &*context_.accounts : nullptr,
                               .heartbeats = heartbeats_},
                limits);
  server_.emplace(
      Site{.context = HandlerContext(context_),
           .routes = routes_with_users(),
           .index = "hub.html",
           .on_upgraded =
               [this](const Upgraded& connection) { live_->add(connection, receiver_in(connection.head.path, 1)); },
           .end_upgraded = [this] { live_->stop(); },
           .settings = [this] { return context_.settings; },
           .heartbeats = heartbeats_,
           .event_clients = event_clients_,
           .memory = memory_,
           .change_limits = change_limits_,
           .own_names = std::make_shared<OwnNames>(),
           .accounts = context_.accounts ? &*context_.accounts : nullptr});
}

// Requests and feeds may wait for a database, or a receiver, that does not answer.
Hub::~Hub() { context_.fleet.stop(); }

std::optional<std::string_view> Hub::silent_thread() {
  return stall_watch_.look(Heartbeats::Clock::now(), heartbeats_.pulses());
}

}  // namespace spectrumd
