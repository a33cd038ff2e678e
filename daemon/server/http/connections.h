// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <map>
#include <mutex>

#include "daemon/server/http/client_address.h"

namespace spectrumd {

// How many connections there may be, and how long they may take. libmicrohttpd's own timeout is of no use against a
// client that sends a byte now and then.
struct ConnectionLimits {
  std::size_t total = 512;
  std::size_t per_address = 32;               // does not count for loopback
  std::chrono::milliseconds request{10'000};  // from the connect or the answer before until all of it is there
  std::chrono::milliseconds answer{60'000};   // until the client has taken it
};

// Where a connection stands. Streams and WebSockets take as long as they like, and no client is to blame for the time
// that work on its complete request takes.
enum class Phase { Asking, Working, Answering, Streaming };

// One connection of HTTP, from connect to close. Lives as long as libmicrohttpd keeps it.
struct Connection {
  using Clock = std::chrono::steady_clock;

  int fd;
  ClientAddress address;
  bool is_one_too_many;  // it is told so, and closed
  Phase phase = Phase::Asking;
  Clock::time_point since = Clock::now();  // of the phase
};

// All connections. Any thread.
class Connections {
 public:
  using Clock = Connection::Clock;

  explicit Connections(const ConnectionLimits& limits) : limits_(limits) {}

  bool may_connect(const ClientAddress& address) const;  // false: not even to be told that there are too many
  Connection* open(int fd, const ClientAddress& address);
  void close(Connection* connection);  // before its descriptor is closed
  void enter(Connection& connection, Phase phase);

  bool any_deadline() const;                             // whether there is one that can be late
  void shut_late(Clock::time_point now = Clock::now());  // those that took too long; libmicrohttpd then closes them

 private:
  std::size_t count_of(const ClientAddress& address) const;
  bool is_late(const Connection& connection, Clock::time_point now) const;

  const ConnectionLimits limits_;
  mutable std::mutex mutex_;
  std::list<Connection> connections_;  // guarded by mutex_, as is the next
  std::map<ClientAddress, std::size_t> per_address_;
};

}  // namespace spectrumd
