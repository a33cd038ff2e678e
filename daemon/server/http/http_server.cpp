// SPDX-License-Identifier: MIT
#include "daemon/server/http/http_server.h"

#include <pthread.h>

#include <algorithm>
#include <thread>

#include "daemon/server/descriptors.h"
#include "daemon/server/http/http_daemon.h"
#include "daemon/server/http/listen_socket.h"
#include "daemon/server/poll_set.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kLook = 250ms;     // how often streams and connections are looked at that may be late
constexpr auto kRest = 10s;       // how often, while there is none
constexpr auto kGoodbye = 200ms;  // for streams to end as they should

ConnectionLimits connection_limits(const ServerSettings& settings, const HttpLimits& limits) {
  return {.total = connections_allowed(settings),
          .per_address = settings.connections_per_address,
          .request = limits.request,
          .answer = limits.answer,
          .stuck = limits.stuck};
}

}  // namespace

struct HttpServer::State {
  State(ServerContext& context, WebSocketHub& hub, const HttpLimits& limits, const ServerSettings& settings)
      : service(context, hub, connection_limits(settings, limits)),
        daemon(service, open_listen_socket(settings.listen), [this] { bell.ring(); }) {}

  void run(const std::stop_token& stop);
  std::chrono::milliseconds time_to_sleep() const;
  void stop();

  PollSet bell;
  Service service;
  HttpDaemon daemon;
  std::jthread thread;  // wakes streams, and cuts off those who take too long
};

HttpServer::HttpServer(ServerContext& context, WebSocketHub& hub, const HttpLimits& limits)
    : state_(std::make_unique<State>(context, hub, limits, context.settings().server)) {
  log_connections_allowed(context.settings().server);
  state_->thread = std::jthread([state = state_.get()](const std::stop_token& stop) { state->run(stop); });
}

HttpServer::~HttpServer() { state_->stop(); }

std::uint16_t HttpServer::port() const { return state_->daemon.port(); }

void HttpServer::wake() noexcept {
  state_->service.sleepers.happened();
  if (state_->service.context.event_clients > 0) state_->bell.ring();
}

void HttpServer::State::run(const std::stop_token& stop) {
  pthread_setname_np(pthread_self(), "http-timer");
  const std::stop_callback wake_up(stop, [this] { bell.ring(); });
  while (!stop.stop_requested()) {
    bell.wait(time_to_sleep(), [](int, std::uint32_t) {});
    service.sleepers.wake();
    service.connections.shut_late();
  }
}

// A stream that goes to sleep while this thread does is woken late, by kLook at most.
std::chrono::milliseconds HttpServer::State::time_to_sleep() const {
  const bool anybody = service.connections.any_deadline() || service.context.event_clients > 0;
  const std::chrono::milliseconds longest = anybody ? kLook : kRest;
  const auto next = service.sleepers.next();
  if (!next) return longest;
  return std::clamp(std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now()), 0ms, longest);
}

// Everybody is told: WebSockets by the hub, streams by their end. libmicrohttpd must have neither when it stops.
void HttpServer::State::stop() {
  daemon.stop_listening();
  {
    const std::scoped_lock lock(service.mutex);
    service.hub_is_open = false;
  }
  service.hub.stop();
  service.sleepers.stop();
  const auto end = Clock::now() + kGoodbye;
  while (service.context.event_clients > 0 && Clock::now() < end) std::this_thread::sleep_for(5ms);
}

}  // namespace spectrumd
