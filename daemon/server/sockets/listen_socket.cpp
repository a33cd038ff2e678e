// SPDX-License-Identifier: MIT
#include "daemon/server/sockets/listen_socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "daemon/config/listen_address.h"

namespace spectrumd {

namespace {

// If a burst of connections exceeds this, the kernel drops them, and the clients retry only after a second.
constexpr int kBacklog = 1024;

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t bytes = 0;
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

SocketAddress ipv4_address(const ListenAddress& listen) {
  SocketAddress address{.bytes = sizeof(sockaddr_in)};
  auto& ipv4 = reinterpret_cast<sockaddr_in&>(address.storage);
  ipv4.sin_family = AF_INET;
  ipv4.sin_port = htons(listen.port);
  inet_pton(AF_INET, listen.host == "localhost" ? "127.0.0.1" : listen.host.c_str(), &ipv4.sin_addr);
  return address;
}

SocketAddress ipv6_address(const ListenAddress& listen) {
  SocketAddress address{.bytes = sizeof(sockaddr_in6)};
  auto& ipv6 = reinterpret_cast<sockaddr_in6&>(address.storage);
  ipv6.sin6_family = AF_INET6;
  ipv6.sin6_port = htons(listen.port);
  inet_pton(AF_INET6, listen.host.c_str(), &ipv6.sin6_addr);
  return address;
}

std::string way_out(int error, std::string_view setting) {
  if (error == EADDRINUSE) return fmt::format("; is another one running? {} takes another port", setting);
  if (error == EACCES) return "; ports below 1024 are for root";
  if (error == EADDRNOTAVAIL) return "; this machine has no such address";
  return "";
}

[[noreturn]] void fail(const ListenAddress& listen, int error, std::string_view setting) {
  throw ServerError(
      fmt::format("{}: cannot listen: {}{}", to_string(listen), strerror(error), way_out(error, setting)));
}

void set(int fd, int level, int option, int value) { setsockopt(fd, level, option, &value, sizeof value); }

struct BoundSocket {
  int fd;
  ListenAddress address;
};

BoundSocket bind_socket(std::string_view address_text, std::string_view setting, int type) {
  const auto listen = parse_listen(address_text);
  if (!listen) throw ServerError(fmt::format("{}: is not ADDRESS:PORT, such as 127.0.0.1:8088", address_text));
  const bool is_ipv6 = listen->host.find(':') != std::string::npos;
  const SocketAddress address = is_ipv6 ? ipv6_address(*listen) : ipv4_address(*listen);
  const int fd = socket(is_ipv6 ? AF_INET6 : AF_INET, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) fail(*listen, errno, setting);
  set(fd, SOL_SOCKET, SO_REUSEADDR, 1);  // else a restart waits a minute for the old connections
  if (is_ipv6) set(fd, IPPROTO_IPV6, IPV6_V6ONLY, 0);
  if (bind(fd, address.get(), address.bytes) == 0) return {fd, *listen};
  const int error = errno;
  close(fd);
  fail(*listen, error, setting);
}

}  // namespace

int open_listen_socket(std::string_view address_text, std::string_view setting) {
  const BoundSocket bound = bind_socket(address_text, setting, SOCK_STREAM);
  if (::listen(bound.fd, kBacklog) == 0) return bound.fd;
  const int error = errno;
  close(bound.fd);
  fail(bound.address, error, setting);
}

int open_datagram_socket(std::string_view address_text, std::string_view setting) {
  return bind_socket(address_text, setting, SOCK_DGRAM).fd;
}

bool is_multicast_group(const std::string& host) {
  in_addr address{};
  return inet_pton(AF_INET, host.c_str(), &address) == 1 && IN_MULTICAST(ntohl(address.s_addr));
}

bool join_group(int datagram_socket, const std::string& group) {
  bool joined = false;
  ip_mreqn request{};
  inet_pton(AF_INET, group.c_str(), &request.imr_multiaddr);
  const std::unique_ptr<struct if_nameindex, decltype(&if_freenameindex)> interfaces(if_nameindex(), if_freenameindex);
  for (const struct if_nameindex* one = interfaces.get(); one && one->if_index != 0; ++one) {
    request.imr_ifindex = static_cast<int>(one->if_index);
    const int result = setsockopt(datagram_socket, IPPROTO_IP, IP_ADD_MEMBERSHIP, &request, sizeof request);
    joined |= result == 0 || errno == EADDRINUSE;
  }
  return joined;
}

std::uint16_t port_of(int listen_socket) {
  sockaddr_storage address{};
  socklen_t bytes = sizeof address;
  getsockname(listen_socket, reinterpret_cast<sockaddr*>(&address), &bytes);
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<sockaddr_in&>(address).sin_port);
}

}  // namespace spectrumd
