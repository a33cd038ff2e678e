// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>

#include "daemon/server/http/send_progress.h"
#include "daemon/server/sockets/client_address.h"

namespace spectrumd {

// Limits on the number of connections and their time. The timeout of libmicrohttpd does not help against a client that
// sends a byte now and then.
struct ConnectionLimits {
  std::size_t total = 512;
  std::size_t per_address = 32;               // loopback, where a reverse proxy sits, has 7/8 of the total
  std::chrono::milliseconds request{10'000};  // from the connect or the previous answer until the request is complete
  std::chrono::milliseconds answer{60'000};   // until the client has received it
  std::chrono::milliseconds stuck{10'000};    // without receiving anything while data is waiting
};

// Phase of a connection. Asking ends with a complete request. Working, until there is an answer, has no limit. The
// client has a time limit for receiving an answer, must keep up a rate for a file, and only needs to read a stream. A
// WebSocket belongs to the hub.
enum class Phase { Asking, Working, Answering, SendingFile, Streaming, WebSocket };

// One HTTP connection, from connect to close. Lives as long as libmicrohttpd keeps it.
struct Connection {
  using Clock = std::chrono::steady_clock;

  int fd;
  ClientAddress address;
  bool is_one_too_many;  // it gets a 503 and is closed
  Phase phase = Phase::Asking;
  Clock::time_point since = Clock::now();  // of the phase
  SendProgress sending{since};
  bool has_asked = false;           // has sent a complete request
  bool is_known = false;            // has presented the token
  bool is_cut = false;              // shut down by us; libmicrohttpd will close it
  bool target_is_too_long = false;  // in the current request
};

// All connections. Any thread; nothing blocks.
//
// When there is no room for a new connection, the one in Phase::Asking that has waited longest is closed: first those
// that have never sent a complete request, then those that are idle between requests. Closing the newest would be
// wrong: the request of an honest client follows its connect at once, that of a silent one never comes. A connection
// that is being answered, or has presented the token, stays. The last places are reserved for clients on this machine,
// and the very last for those with the token.
class Connections {
 public:
  using Clock = Connection::Clock;

  explicit Connections(const ConnectionLimits& limits) : limits_(limits) {}

  bool may_connect() const;  // false: no room even for refusing it with a 503
  Connection* open(int fd, const ClientAddress& address);
  void close(Connection* connection);  // before its descriptor is closed
  void enter(Connection& connection, Phase phase);

  // Its client has presented the token. False if there is no room even for it.
  bool admit_known(Connection& connection);

  bool any_deadline() const;                             // true if any connection has a deadline
  void shut_late(Clock::time_point now = Clock::now());  // shuts down late ones; libmicrohttpd then closes them

 private:
  using Predicate = bool (*)(const Connection&, const ClientAddress&);

  std::size_t places_for(const Connection& connection) const;
  std::size_t share_of(const ClientAddress& address) const;
  std::size_t refusals() const;  // connections being refused at a time
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
