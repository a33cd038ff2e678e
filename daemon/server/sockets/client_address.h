// SPDX-License-Identifier: MIT
#pragma once

#include <sys/socket.h>

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace spectrumd {

// The origin of a client for rate limits: an IPv4 address, or the network (/64) of an IPv6 address, all of which
// belongs to one household or one attacker.
class ClientAddress {
 public:
  explicit ClientAddress(const sockaddr& address);

  bool is_loopback() const { return loopback_; }
  std::string text() const;  // "192.168.1.7"; of IPv6 the network, "2001:db8::/64", but "::1"
  friend auto operator<=>(const ClientAddress&, const ClientAddress&) = default;

 private:
  std::array<std::uint8_t, 9> bytes_{};  // the family comes first
  bool loopback_ = false;
};

}  // namespace spectrumd
