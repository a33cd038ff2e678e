// SPDX-License-Identifier: MIT
#include "daemon/server/sockets/client_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace spectrumd {

namespace {
constexpr std::size_t kNetworkBytes = 8;
constexpr std::size_t kMappedPrefix = 12;  // of ::ffff:192.0.2.1, as IPv4 clients look on a socket for both
}  // namespace

ClientAddress::ClientAddress(const sockaddr& address) {
  std::array<std::uint8_t, sizeof(in6_addr)> ipv6{};
  std::array<std::uint8_t, sizeof(in_addr)> ipv4{};
  bool is_ipv4 = address.sa_family == AF_INET;
  if (is_ipv4) std::memcpy(ipv4.data(), &reinterpret_cast<const sockaddr_in&>(address).sin_addr, ipv4.size());
  if (address.sa_family == AF_INET6) {
    const in6_addr& whole = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
    std::memcpy(ipv6.data(), &whole, ipv6.size());
    is_ipv4 = IN6_IS_ADDR_V4MAPPED(&whole);
    loopback_ = IN6_IS_ADDR_LOOPBACK(&whole);
    if (is_ipv4) std::copy_n(ipv6.begin() + kMappedPrefix, ipv4.size(), ipv4.begin());
  }
  bytes_[0] = is_ipv4 ? 4 : 6;
  if (is_ipv4)
    std::copy_n(ipv4.begin(), ipv4.size(), bytes_.begin() + 1);
  else
    std::copy_n(ipv6.begin(), kNetworkBytes, bytes_.begin() + 1);
  loopback_ = loopback_ || (is_ipv4 && ipv4[0] == IN_LOOPBACKNET);
}

std::string ClientAddress::text() const {
  const bool is_ipv4 = bytes_[0] == 4;
  if (!is_ipv4 && loopback_) return "::1";
  std::array<std::uint8_t, sizeof(in6_addr)> whole{};
  std::copy(bytes_.begin() + 1, bytes_.end(), whole.begin());
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(is_ipv4 ? AF_INET : AF_INET6, whole.data(), text.data(), text.size());
  return is_ipv4 ? text.data() : std::string(text.data()) + "/64";
}

}  // namespace spectrumd
