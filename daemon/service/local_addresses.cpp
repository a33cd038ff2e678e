// SPDX-License-Identifier: MIT
#include "daemon/service/local_addresses.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>

#include "daemon/config/listen_address.h"
#include "mailbox/descriptor.h"

namespace spectrumd {

namespace {

std::string text_of(int family, const void* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  return inet_ntop(family, address, text.data(), text.size()) ? text.data() : "";
}

std::string text_of(const sockaddr& address) {
  if (address.sa_family == AF_INET) return text_of(AF_INET, &reinterpret_cast<const sockaddr_in&>(address).sin_addr);
  const in6_addr& ipv6 = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  return address.sa_family != AF_INET6 || IN6_IS_ADDR_LINKLOCAL(&ipv6) ? "" : text_of(AF_INET6, &ipv6);
}

}  // namespace

std::vector<LocalAddress> local_addresses() {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(list, freeifaddrs);
  std::vector<LocalAddress> addresses;
  for (const ifaddrs* one = list; one; one = one->ifa_next) {
    if (!one->ifa_addr || !(one->ifa_flags & IFF_UP)) continue;
    std::string text = text_of(*one->ifa_addr);
    if (text.empty() || is_loopback(text)) continue;
    addresses.push_back({static_cast<int>(if_nametoindex(one->ifa_name)), one->ifa_addr->sa_family == AF_INET6, text});
  }
  return addresses;
}

std::vector<LocalAddress> addresses_at(std::string_view listen_host, std::span<const LocalAddress> all) {
  std::vector<LocalAddress> some;
  std::ranges::copy_if(all, std::back_inserter(some), [listen_host](const LocalAddress& address) {
    if (is_any(listen_host)) return !address.is_ipv6 || listen_host == "::";
    return address.text == listen_host;
  });
  return some;
}

// Connecting a datagram socket only looks up the route; 192.0.2.0/24 is for examples (RFC 5737).
std::string main_address() {
  sockaddr_in peer{.sin_family = AF_INET, .sin_port = htons(9)};
  inet_pton(AF_INET, "192.0.2.1", &peer.sin_addr);
  const mailbox::Descriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&peer), sizeof peer) != 0) return "";
  sockaddr_in own{};
  socklen_t bytes = sizeof own;
  if (getsockname(socket.get(), reinterpret_cast<sockaddr*>(&own), &bytes) != 0) return "";
  const std::string text = text_of(AF_INET, &own.sin_addr);
  return is_loopback(text) ? "" : text;
}

}  // namespace spectrumd
