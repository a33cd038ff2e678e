// SPDX-License-Identifier: MIT
#include "daemon/server/http/connections.h"

#include <sys/socket.h>

#include <algorithm>

namespace spectrumd {

namespace {
// Beyond the limits there is room for these, for as long as it takes to say that there are too many.
constexpr std::size_t kRoomToRefuse = 16;
constexpr std::chrono::seconds kTimeToRefuse{2};
}  // namespace

std::size_t Connections::count_of(const ClientAddress& address) const {
  const auto found = per_address_.find(address);
  return found == per_address_.end() || address.is_loopback() ? 0 : found->second;
}

bool Connections::may_connect(const ClientAddress& address) const {
  const std::scoped_lock lock(mutex_);
  return connections_.size() < limits_.total + kRoomToRefuse && count_of(address) < limits_.per_address + kRoomToRefuse;
}

Connection* Connections::open(int fd, const ClientAddress& address) {
  const std::scoped_lock lock(mutex_);
  const bool too_many = connections_.size() >= limits_.total || count_of(address) >= limits_.per_address;
  ++per_address_[address];
  connections_.push_back({.fd = fd, .address = address, .is_one_too_many = too_many});
  return &connections_.back();
}

void Connections::close(Connection* connection) {
  const std::scoped_lock lock(mutex_);
  const auto count = per_address_.find(connection->address);
  if (--count->second == 0) per_address_.erase(count);
  connections_.remove_if([connection](const Connection& other) { return &other == connection; });
}

void Connections::enter(Connection& connection, Phase phase) {
  const std::scoped_lock lock(mutex_);
  connection.phase = phase;
  connection.since = Clock::now();
}

bool Connections::any_deadline() const {
  const std::scoped_lock lock(mutex_);
  return std::any_of(connections_.begin(), connections_.end(),
                     [](const Connection& connection) { return connection.phase != Phase::Streaming; });
}

bool Connections::is_late(const Connection& connection, Clock::time_point now) const {
  const auto took = now - connection.since;
  switch (connection.phase) {
    case Phase::Asking:
      return took > limits_.request || (connection.is_one_too_many && took > kTimeToRefuse);
    case Phase::Answering:
      return took > limits_.answer;
    case Phase::Working:
    case Phase::Streaming:
      break;
  }
  return false;
}

// The descriptors are open for as long as they are listed, so that none can belong to somebody else by now.
void Connections::shut_late(Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  for (const Connection& connection : connections_)
    if (is_late(connection, now)) shutdown(connection.fd, SHUT_RDWR);
}

}  // namespace spectrumd
