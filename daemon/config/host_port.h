// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spectrumd {

// A server to connect to: a name or an address, without brackets.
struct HostPort {
  std::string host;
  std::uint16_t port = 0;
};

// Parses "shack.local:7300", "192.168.1.7:7300", "[fe80::1]:7300"; without a port only where there is a usual one.
std::optional<HostPort> parse_host_port(std::string_view text, std::uint16_t usual_port = 0);
std::string to_string(const HostPort& server);

// As in a URL: "me@shack.local:1883", or without a user.
struct UserAtHost {
  std::string user;
  HostPort server;
};
std::optional<UserAtHost> parse_user_at_host(std::string_view text, std::uint16_t usual_port);
std::string to_string(const UserAtHost& login);

}  // namespace spectrumd
