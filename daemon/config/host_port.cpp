// SPDX-License-Identifier: MIT
#include "daemon/config/host_port.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace spectrumd {
namespace {

constexpr std::size_t kLongestHost = 253;

bool is_name(std::string_view text) {
  return std::ranges::all_of(text, [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '-' || letter == '.' || letter == '_';
  });
}

bool is_ipv6(std::string_view text) {
  return text.find_first_not_of("0123456789abcdefABCDEF:.%") == std::string_view::npos;
}

}  // namespace

std::optional<HostPort> parse_host_port(std::string_view text, std::uint16_t usual_port) {
  const bool bracketed = text.starts_with('[');
  const std::size_t end = text.find(bracketed ? ']' : ':');
  if (bracketed && end == std::string_view::npos) return std::nullopt;
  const std::string_view host = bracketed ? text.substr(1, end - 1) : text.substr(0, end);
  std::string_view rest = text.substr(std::min(text.size(), bracketed ? end + 1 : end));
  if (host.empty() || host.size() > kLongestHost || !(bracketed ? is_ipv6(host) : is_name(host))) return std::nullopt;
  HostPort result{.host = std::string(host), .port = usual_port};
  if (rest.starts_with(':')) {
    rest.remove_prefix(1);
    const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), result.port);
    rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
    if (error != std::errc{}) return std::nullopt;
  }
  return rest.empty() && result.port != 0 ? std::optional(result) : std::nullopt;
}

std::string to_string(const HostPort& server) {
  const bool ipv6 = server.host.find(':') != std::string::npos;
  return fmt::format("{}{}{}:{}", ipv6 ? "[" : "", server.host, ipv6 ? "]" : "", server.port);
}

std::optional<UserAtHost> parse_user_at_host(std::string_view text, std::uint16_t usual_port) {
  UserAtHost login;
  if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
    login.user = text.substr(0, at);
    text.remove_prefix(at + 1);
  }
  const auto server = parse_host_port(text, usual_port);
  if (!server) return std::nullopt;
  login.server = *server;
  return login;
}

std::string to_string(const UserAtHost& login) {
  return fmt::format("{}{}{}", login.user, login.user.empty() ? "" : "@", to_string(login.server));
}

}  // namespace spectrumd
