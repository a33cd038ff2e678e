// SPDX-License-Identifier: MIT
#include "daemon/server/http/connections.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <tuple>

#include "daemon/server/sockets/socket_options.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

// Beyond the limits there is room for a few more, just long enough to refuse them.
constexpr std::size_t kMostRefusals = 16;
constexpr auto kTimeToRefuse = 2s;

// The minimum rate of a file download: 16 KiB/s. A slower one would keep a deleted recording on the disk for days.
constexpr auto kFileWindow = 30s;
constexpr std::uint64_t kFileBytes = 30 * 16 * 1024;

constexpr auto kLookPeriod = 200ms;  // each costs a few system calls for every connection

bool counts(const Connection& connection, const ClientAddress& /*any*/) {
  return !connection.is_one_too_many && !connection.is_cut;
}
bool counts_for(const Connection& connection, const ClientAddress& address) {
  return counts(connection, address) && connection.address == address;
}
bool is_idle(const Connection& connection, const ClientAddress& any) {
  return counts(connection, any) && connection.phase == Phase::Asking && !connection.is_known;
}
// Idle connections of this machine, such as the spare ones of a reverse proxy, are not displaced by remote clients.
bool is_idle_for(const Connection& connection, const ClientAddress& newcomer) {
  return is_idle(connection, newcomer) && (newcomer.is_loopback() || !connection.address.is_loopback());
}
bool is_idle_of(const Connection& connection, const ClientAddress& address) {
  return is_idle(connection, address) && connection.address == address;
}
bool is_refused(const Connection& connection, const ClientAddress& /*any*/) {
  return connection.is_one_too_many && !connection.is_cut;
}
bool is_silent_refused(const Connection& connection, const ClientAddress& any) {
  return is_refused(connection, any) && connection.phase == Phase::Asking;
}

void cut(Connection& connection) {
  connection.is_cut = true;
  reset_on_close(connection.fd);
  shutdown(connection.fd, SHUT_RDWR);
}

// libmicrohttpd 0.9.75 does not notice an end that arrives with the last bytes of half a request: it waits for the next
// edge of epoll. This causes one, at each look, as it may miss that of another moment too. What the client has sent can
// still be read.
void show_half_close(const Connection& connection) {
  pollfd poller{connection.fd, POLLRDHUP, 0};
  if (poll(&poller, 1, 0) > 0 && (poller.revents & POLLRDHUP)) shutdown(connection.fd, SHUT_RD);
}

}  // namespace

std::size_t Connections::share_of(const ClientAddress& address) const {
  return address.is_loopback() ? std::max(limits_.per_address, limits_.total - limits_.total / 8) : limits_.per_address;
}

// All places for clients with the token; a few less for others on this machine, and a few less again for remote ones.
std::size_t Connections::places_for(const Connection& connection) const {
  const std::size_t kept_back = (limits_.total + 24) / 32;
  if (connection.is_known) return limits_.total;
  return limits_.total - (connection.address.is_loopback() ? 1 : 2) * kept_back;
}

std::size_t Connections::refusals() const { return std::min(kMostRefusals, limits_.total / 2 + 1); }

std::size_t Connections::count(Predicate predicate, const ClientAddress& address) const {
  return static_cast<std::size_t>(std::count_if(connections_.begin(), connections_.end(),
                                                [&](const Connection& one) { return predicate(one, address); }));
}

bool Connections::has_room_for(const Connection& connection) const {
  const bool in_share = connection.is_known || count(counts_for, connection.address) < share_of(connection.address);
  return in_share && count(counts, connection.address) < places_for(connection);
}

bool Connections::make_room(Predicate may_go, const ClientAddress& address) {
  Connection* first = nullptr;
  const auto order = [](const Connection& one) { return std::tuple(one.has_asked, one.since); };
  for (Connection& one : connections_)
    if (may_go(one, address) && (!first || order(one) < order(*first))) first = &one;
  if (first) cut(*first);
  return first != nullptr;
}

// Refused connections that are cut still have to be closed, hence twice the refusals.
bool Connections::may_connect() const {
  const std::scoped_lock lock(mutex_);
  return connections_.size() < limits_.total + 2 * refusals();
}

Connection* Connections::open(int fd, const ClientAddress& address) {
  limit_send_buffer(fd);
  give_up_dead_peers(fd);
  const std::scoped_lock lock(mutex_);
  Connection connection{.fd = fd, .address = address, .is_one_too_many = false};
  if (count(counts_for, address) >= share_of(address)) make_room(is_idle_of, address);
  if (!has_room_for(connection)) make_room(is_idle_for, address);
  connection.is_one_too_many = !has_room_for(connection);
  if (connection.is_one_too_many && count(is_refused, address) >= refusals()) make_room(is_silent_refused, address);
  return &connections_.emplace_back(connection);
}

void Connections::close(Connection* connection) {
  const std::scoped_lock lock(mutex_);
  connections_.remove_if([connection](const Connection& other) { return &other == connection; });
}

void Connections::enter(Connection& connection, Phase phase) {
  const std::scoped_lock lock(mutex_);
  connection.phase = phase;
  connection.since = Clock::now();
  connection.sending = SendProgress(connection.since);
  connection.has_asked |= phase != Phase::Asking;
}

bool Connections::admit_known(Connection& connection) {
  const std::scoped_lock lock(mutex_);
  connection.is_known = true;
  if (connection.is_one_too_many) connection.is_one_too_many = !has_room_for(connection);
  return !connection.is_one_too_many;
}

bool Connections::any_deadline() const {
  const std::scoped_lock lock(mutex_);
  return std::any_of(connections_.begin(), connections_.end(),
                     [](const Connection& connection) { return connection.phase != Phase::WebSocket; });
}

bool Connections::is_late(Connection& connection, Clock::time_point now) const {
  SendProgress& sending = connection.sending;
  const auto took = now - connection.since;
  const bool is_stuck = sending.stuck(now) > limits_.stuck;
  const bool is_slow = is_stuck || sending.is_slower(kFileBytes, kFileWindow, now);
  switch (connection.phase) {
    case Phase::Asking:  // perhaps still reading the answer before, all of which the kernel has
      if (connection.is_one_too_many && took > kTimeToRefuse) return true;
      return is_slow || now - std::max(connection.since, sending.waited()) > limits_.request;
    case Phase::Answering:
      return is_stuck || took > limits_.answer;
    case Phase::SendingFile:
      return is_slow;
    case Phase::Streaming:
      return is_stuck;
    case Phase::Working:
    case Phase::WebSocket:
      break;
  }
  return false;
}

// Descriptors stay open while they are listed, so that none can have been reused.
void Connections::shut_late(Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  if (now < next_look_) return;
  next_look_ = now + kLookPeriod;
  for (Connection& connection : connections_) {
    if (connection.is_cut || connection.phase == Phase::WebSocket) continue;
    connection.sending.look(connection.fd, now);
    if (is_late(connection, now))
      cut(connection);
    else if (connection.phase == Phase::Asking)
      show_half_close(connection);
  }
}

}  // namespace spectrumd
