// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>

#include "daemon/server/http/send_progress.h"
#include "daemon/server/sockets/client_address.h"

namespace spectrumd {

// How many connections there may be, and how long they may take. libmicrohttpd's own timeout is of no use against a
// client that sends a byte now and then.
struct ConnectionLimits {
  std::size_t total = 512;
  std::size_t per_address = 32;               // loopback, where a reverse proxy sits, has 7/8 of the total
  std::chrono::milliseconds request{10'000};  // from the connect or the answer before until all of it is there
  std::chrono::milliseconds answer{60'000};   // until the client has taken it
  std::chrono::milliseconds stuck{10'000};    // without taking anything that waits for it
};

// Where a connection stands. Asking ends with a whole request. Working, until there is an answer, takes as long as it
// takes. The client of an answer has its time, that of a file must keep up a rate, that of a stream must only read. A
// WebSocket is the hub's.
enum class Phase { Asking, Working, Answering, SendingFile, Streaming, WebSocket };

// One connection of HTTP, from connect to close. Lives as long as libmicrohttpd keeps it.
struct Connection {
  using Clock = std::chrono::steady_clock;

  int fd;
  ClientAddress address;
  bool is_one_too_many;  // it gets a 503 and is closed
  Phase phase = Phase::Asking;
  Clock::time_point since = Clock::now();  // of the phase
  SendProgress sending{since};
  bool has_asked = false;           // a whole request
  bool is_known = false;            // has brought the token
  bool is_cut = false;              // shut down by us; libmicrohttpd is about to close it
  bool is_half_closed = false;      // the client sends no more
  bool target_is_too_long = false;  // of the request at hand
};

// All connections. Any thread.
//
// When there is no room for a new one, the connection of Phase::Asking that has waited longest makes room: first of
// those that have never sent a whole request, then of those that are idle between requests. The newest would be the
// wrong one: the request of an honest client follows its connect at once, that of a silent one never comes. A
// connection that is being answered, or has brought the token, stays. The last places are for clients on this machine,
// and the very last for those with the token.
class Connections {
 public:
  using Clock = Connection::Clock;

  explicit Connections(const ConnectionLimits& limits) : limits_(limits) {}

  bool may_connect() const;  // false: there is not even room to say that there are too many
  Connection* open(int fd, const ClientAddress& address);
  void close(Connection* connection);  // before its descriptor is closed
  void enter(Connection& connection, Phase phase);

  // Its client has brought the token. False if there is no room even for it.
  bool admit_known(Connection& connection);

  bool any_deadline() const;                             // whether there is one that can be late
  void shut_late(Clock::time_point now = Clock::now());  // those that took too long; libmicrohttpd then closes them

 private:
  using Predicate = bool (*)(const Connection&, const ClientAddress&);

  std::size_t places_for(const Connection& connection) const;
  std::size_t share_of(const ClientAddress& address) const;
  std::size_t refusals() const;  // at a time
  std::size_t count(Predicate counts, const ClientAddress& address) const;
  bool has_room_for(const Connection& connection) const;
  bool make_room(Predicate may_go, const ClientAddress& address);
  bool is_late(Connection& connection, Clock::time_point now) const;

  const ConnectionLimits limits_;
  mutable std::mutex mutex_;           // guards what follows
  std::list<Connection> connections_;  // oldest first
  Clock::time_point next_look_;
};

}  // namespace spectrumd
