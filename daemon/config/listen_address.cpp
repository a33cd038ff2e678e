// SPDX-License-Identifier: MIT
#include "daemon/config/listen_address.h"

#include <arpa/inet.h>

#include <algorithm>

#include "daemon/config/host_name.h"
#include "daemon/config/host_port.h"
#include "daemon/config/plain_text.h"

namespace spectrumd {
namespace {

bool is_ipv4(const std::string& host) {
  in_addr address{};
  return inet_pton(AF_INET, host.c_str(), &address) == 1;
}

bool is_ipv6(const std::string& host) {
  in6_addr address{};
  return inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

// Removes "[::1]" or "127.0.0.1" from the front of `text`; the rest is empty or ":PORT".
std::optional<std::string> take_host(std::string_view& text) {
  const bool bracketed = text.starts_with('[');
  const std::size_t end = text.find(bracketed ? ']' : ':');
  if (bracketed && end == std::string_view::npos) return std::nullopt;
  const std::size_t length = std::min(end, text.size());
  const std::string host(bracketed ? text.substr(1, length - 1) : text.substr(0, length));
  text.remove_prefix(bracketed ? length + 1 : length);
  if (bracketed ? is_ipv6(host) : is_ipv4(host) || host == "localhost") return host;
  return std::nullopt;
}

}  // namespace

std::optional<ListenAddress> parse_listen(std::string_view text, std::uint16_t usual_port) {
  const bool port_alone = text.starts_with(':') && !text.starts_with("::");
  if (const auto port = plain_number<std::uint16_t>(text.substr(port_alone ? 1 : 0)))
    return ListenAddress{.port = *port};
  if (is_ipv6(std::string(text))) return ListenAddress{std::string(text), usual_port};
  const auto host = take_host(text);
  if (!host) return std::nullopt;
  if (text.empty()) return ListenAddress{*host, usual_port};
  const auto port = text.starts_with(':') ? plain_number<std::uint16_t>(text.substr(1)) : std::nullopt;
  return port ? std::optional(ListenAddress{*host, *port}) : std::nullopt;
}

std::string to_string(const ListenAddress& address) { return to_string(HostPort{address.host, address.port}); }

ListenAddress served_at(std::string_view listen, std::uint16_t port) {
  ListenAddress address = parse_listen(listen).value_or(ListenAddress{});
  address.port = port;
  return address;
}

bool is_loopback(std::string_view host) {
  if (host == "localhost") return true;
  const std::string text(host);
  in_addr ipv4{};
  if (inet_pton(AF_INET, text.c_str(), &ipv4) == 1) return ntohl(ipv4.s_addr) >> 24 == IN_LOOPBACKNET;
  in6_addr ipv6{};
  return inet_pton(AF_INET6, text.c_str(), &ipv6) == 1 && IN6_IS_ADDR_LOOPBACK(&ipv6);
}

bool is_any(std::string_view host) { return host == "0.0.0.0" || host == "::"; }

std::string page_for_others(ListenAddress address) {
  if (is_loopback(address.host)) return "";
  if (is_any(address.host)) address.host = host_name();
  return "http://" + to_string(address);
}

}  // namespace spectrumd
