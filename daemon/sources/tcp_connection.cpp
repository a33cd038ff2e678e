// SPDX-License-Identifier: MIT
#include "daemon/sources/tcp_connection.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <system_error>

#include "daemon/sources/device/device.h"

namespace spectrumd {
namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

std::string text_of(int error) { return std::generic_category().message(error); }

bool wait_for(int descriptor, short events, std::chrono::milliseconds limit) {
  pollfd waiting{.fd = descriptor, .events = events, .revents = 0};
  return poll(&waiting, 1, static_cast<int>(limit.count())) > 0;
}

// Returns 0 or errno; the descriptor ends up connected and blocking.
int connect_within(int descriptor, const addrinfo& address, std::chrono::milliseconds limit) {
  if (connect(descriptor, address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS) return errno;
    if (!wait_for(descriptor, POLLOUT, limit)) return ETIMEDOUT;
    int error = 0;
    socklen_t length = sizeof error;
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length);
    if (error != 0) return error;
  }
  const int one = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return 0;
}

}  // namespace

TcpConnection::TcpConnection(const HostPort& server, std::chrono::milliseconds limit) : name_(to_string(server)) {
  addrinfo* found = nullptr;
  const addrinfo hints{.ai_flags = AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
  if (const int error = getaddrinfo(server.host.c_str(), std::to_string(server.port).c_str(), &hints, &found);
      error != 0)
    refuse(gai_strerror(error));
  const Addresses addresses(found, freeaddrinfo);
  int error = 0;
  for (const addrinfo* address = found; address; address = address->ai_next) {
    descriptor_ = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    error = descriptor_ < 0 ? errno : connect_within(descriptor_, *address, limit);
    if (error == 0) return;
    if (descriptor_ >= 0) close(descriptor_);
  }
  refuse(text_of(error));
}

TcpConnection::~TcpConnection() { close(descriptor_); }

void TcpConnection::refuse(const std::string& reason) const {
  throw DeviceError(Cause::Absent, fmt::format("{}: {}", name_, reason));
}

void TcpConnection::send(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) throw DeviceError(Cause::Unplugged, fmt::format("{}: {}", name_, text_of(errno)));
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
}

bool TcpConnection::readable(std::chrono::milliseconds limit) const { return wait_for(descriptor_, POLLIN, limit); }

std::size_t TcpConnection::receive(std::span<std::byte> bytes) {
  for (;;) {
    const ssize_t count = recv(descriptor_, bytes.data(), bytes.size(), 0);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) throw DeviceError(Cause::Unplugged, fmt::format("{}: {}", name_, text_of(errno)));
  }
}

void TcpConnection::receive_all(std::span<std::byte> bytes, std::chrono::milliseconds limit) {
  while (!bytes.empty()) {
    if (!readable(limit)) refuse("says nothing");
    const std::size_t count = receive(bytes);
    if (count == 0) refuse("closes the connection; is it serving another client?");
    bytes = bytes.subspan(count);
  }
}

}  // namespace spectrumd
