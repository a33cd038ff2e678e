// SPDX-License-Identifier: MIT
#include "daemon/server/http_server.h"

#include <pthread.h>
#include <sys/epoll.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "daemon/server/http/http_daemon.h"
#include "daemon/server/sockets/descriptors.h"
#include "daemon/server/sockets/listen_socket.h"
#include "daemon/server/sockets/poll_set.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kLookAtLate = 250ms;  // how often connections are looked at that may be late
constexpr auto kRest = 1s;           // how long the loop may sleep
constexpr auto kGoodbye = 200ms;     // for streams to end as they should
constexpr auto kGlance = 5ms;        // how often it is looked at meanwhile whether they have

ConnectionLimits connection_limits(const ServerSettings& settings, const HttpLimits& limits) {
  return {.total = connections_allowed(settings),
          .per_address = settings.connections_per_address,
          .request = limits.request,
          .answer = limits.answer,
          .stuck = limits.stuck};
}

}  // namespace

struct HttpServer::State {
  State(Site site, const HttpLimits& limits, const ServerSettings& settings);

  void run(const std::stop_token& stop);
  void turn(std::chrono::milliseconds longest);
  std::chrono::milliseconds time_to_sleep(std::chrono::milliseconds longest) const;
  void look_after(Clock::time_point now);
  void farewell();

  PollSet poll;
  Service service;
  HttpDaemon daemon;
  Clock::time_point next_look;
  std::jthread thread;  // all of libmicrohttpd's work
};

HttpServer::State::State(Site site, const HttpLimits& limits, const ServerSettings& settings)
    : service(std::move(site), poll, connection_limits(settings, limits)),
      daemon(service, open_listen_socket(settings.listen)) {
  service.site.memory.set_limit(settings.memory_mib << 20);
  poll.add(daemon.descriptor(), EPOLLIN);
}

HttpServer::HttpServer(Site site, const HttpLimits& limits) {
  const ServerSettings settings = site.settings().server;
  state_ = std::make_unique<State>(std::move(site), limits, settings);
  log_connections_allowed(settings);
  state_->thread = std::jthread([state = state_.get()](const std::stop_token& stop) { state->run(stop); });
}

HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const { return state_->daemon.port(); }

void HttpServer::wake() noexcept {
  state_->service.sleepers.happened();
  if (state_->service.site.event_clients > 0) state_->poll.ring();
}

void HttpServer::State::run(const std::stop_token& stop) {
  pthread_setname_np(pthread_self(), "http");
  const std::stop_callback wake_up(stop, [this] { poll.ring(); });
  while (!stop.stop_requested()) turn(kRest);
  farewell();
}

void HttpServer::State::turn(std::chrono::milliseconds longest) {
  service.site.heartbeats.tick(Heartbeats::Http);
  poll.wait(time_to_sleep(longest), [](int, std::uint32_t) {});
  service.sleepers.wake();
  daemon.serve();
  if (const auto now = Clock::now(); now >= next_look) look_after(now);
}

std::chrono::milliseconds HttpServer::State::time_to_sleep(std::chrono::milliseconds longest) const {
  if (service.connections.any_deadline()) longest = std::min<std::chrono::milliseconds>(longest, kLookAtLate);
  if (const auto patience = daemon.patience()) longest = std::min(longest, *patience);
  const auto next = service.sleepers.next();
  if (!next) return longest;
  return std::clamp(std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now()), 0ms, longest);
}

// After everything ready has been served: a connection that waited for this thread is not late.
void HttpServer::State::look_after(Clock::time_point now) {
  next_look = now + kLookAtLate;
  service.connections.shut_late(now);
  MemoryBudget& memory = service.site.memory;
  if (memory.wants_trim()) service.encoder.submit([&memory] { memory.trim(); }, Workers::Kind::Piece);
}

// All clients are notified: WebSockets by the hub, streams by their end. libmicrohttpd must have neither when it stops.
void HttpServer::State::farewell() {
  daemon.stop_listening();
  {
    const std::scoped_lock lock(service.mutex);
    service.upgrades = false;
  }
  service.site.end_upgraded();
  service.sleepers.stop();
  const auto end = Clock::now() + kGoodbye;
  do turn(kGlance);
  while ((service.site.event_clients > 0 || daemon.patience() == 0ms) && Clock::now() < end);
}

}  // namespace spectrumd
