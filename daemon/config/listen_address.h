// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spectrumd {

constexpr std::uint16_t kDefaultPort = 8088;  // not used by programs a ham is likely to run besides this one

// The address to listen on: an IPv4 or IPv6 address without brackets, or "localhost".
struct ListenAddress {
  std::string host = "127.0.0.1";
  std::uint16_t port = kDefaultPort;  // 0: any free port

  friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

// Parses "127.0.0.1:8088", "[::1]:8088", an address alone (also "::1"), which gets the usual port, or a port alone
// (also
// ":8088"), which is that of this machine only; nullopt for anything else.
std::optional<ListenAddress> parse_listen(std::string_view text, std::uint16_t usual_port = kDefaultPort);
std::string to_string(const ListenAddress& address);

// Where a server is that listens on such a text and was given a port.
ListenAddress served_at(std::string_view listen, std::uint16_t port);

// True if reachable from this machine only: 127.0.0.0/8, ::1, localhost.
bool is_loopback(std::string_view host);
bool is_any(std::string_view host);  // all addresses of this machine

// Where other machines find the page of a server: "http://pi:8088"; empty if they cannot.
std::string page_for_others(ListenAddress address);

}  // namespace spectrumd
