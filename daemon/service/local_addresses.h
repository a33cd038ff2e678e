// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spectrumd {

// An address of this machine at which others may reach it.
struct LocalAddress {
  int interface = 0;  // its index
  bool is_ipv6 = false;
  std::string text;  // "192.168.1.20", "2001:db8::7"

  friend bool operator==(const LocalAddress&, const LocalAddress&) = default;
};

// Addresses of all interfaces that are up; without loopback, and without link-local IPv6, which a browser cannot open.
std::vector<LocalAddress> local_addresses();

// Those at which a server that listens on this address is reached: "0.0.0.0" has all of IPv4, "::" has all.
std::vector<LocalAddress> addresses_at(std::string_view listen_host, std::span<const LocalAddress> all);

// The address of the interface with the default route, as other machines see it; empty without a network. Sends
// nothing.
std::string main_address();

}  // namespace spectrumd
