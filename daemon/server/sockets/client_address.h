// SPDX-License-Identifier: MIT
#pragma once

#include <sys/socket.h>

#include <array>
#include <compare>
#include <cstdint>

namespace spectrumd {

// Where a client comes from, as far as limits care: an IPv4 address, or the network (/64) of an IPv6 address, all of
// which one household or one attacker has.
class ClientAddress {
 public:
  explicit ClientAddress(const sockaddr& address);

  bool is_loopback() const { return loopback_; }
  friend auto operator<=>(const ClientAddress&, const ClientAddress&) = default;

 private:
  std::array<std::uint8_t, 9> bytes_{};  // first the family
  bool loopback_ = false;
};

}  // namespace spectrumd
