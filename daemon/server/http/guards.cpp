// SPDX-License-Identifier: MIT
#include "daemon/server/http/guards.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "daemon/server/http/unknown_host.h"

namespace spectrumd {

namespace {

bool has_good_port(std::string_view authority) {
  std::string_view port = authority.substr(host_of(authority).size());
  if (port.empty()) return true;
  port.remove_prefix(1);
  return port.size() <= 5 && port.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_address(std::string_view host) {
  std::array<unsigned char, sizeof(in6_addr)> address;
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  const std::string text(bracketed ? host.substr(1, host.size() - 2) : host);
  return inet_pton(bracketed ? AF_INET6 : AF_INET, text.c_str(), address.data()) == 1;
}

// Nothing else, as the Host is repeated in headers of the answer.
bool is_host_name(std::string_view host) {
  const auto fits = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.' ||
           c == '_';
  };
  return !host.empty() && std::all_of(host.begin(), host.end(), fits);
}

// A page that uses DNS rebinding does not have the token, so where one is needed the name does not matter.
bool needs_token(const RequestHead& head, const Door& door) {
  const bool reads = head.method == "GET" || head.method == "HEAD" || head.method == "OPTIONS";
  return reads ? !door.lets_anyone_read() : door.is_guarded();
}

bool is_one_of(std::string_view name, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& known) { return same_name(name, known); });
}

std::optional<std::string_view> token_in(const RequestHead& head) {
  constexpr std::string_view kScheme = "Bearer ";
  const auto credentials = head.header("Authorization");
  if (!credentials) return offered_token(head);
  if (!same_name(credentials->substr(0, kScheme.size()), kScheme)) return "";
  return credentials->substr(kScheme.size());
}

[[noreturn]] void refuse_without_token(Token token, const char* why) {
  if (token == Token::Wrong) throw RequestError(401, kWrongToken, "wrong token");
  throw RequestError(401, "token_needed", why);
}

// RFC 9110, 5.6.2. libmicrohttpd 0.9.75 reads "Transfer-Encoding : chunked" as a header of another name, and appends
// the second line of a folded header to its name.
bool is_header_name(std::string_view name) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  const auto fits = [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || kMarks.find(c) != kMarks.npos;
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), fits);
}

// Not a line end for libmicrohttpd, but perhaps for a proxy.
bool is_header_value(std::string_view value) {
  const auto fits = [](char c) { return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f'); };
  return std::all_of(value.begin(), value.end(), fits);
}

// True for a name that begins like a header that decides the end of the request: the result of folding.
bool is_folded(std::string_view name) {
  constexpr std::array<std::string_view, 2> kFraming{"Content-Length", "Transfer-Encoding"};
  return std::any_of(kFraming.begin(), kFraming.end(), [name](std::string_view framing) {
    return name.size() > framing.size() && same_name(name.substr(0, framing.size()), framing);
  });
}

}  // namespace

std::optional<std::string_view> offered_token(const RequestHead& head) {
  constexpr std::string_view kTokenPrefix = "bearer.";
  for (const auto& [name, value] : head.headers) {
    if (!same_name(name, "Sec-WebSocket-Protocol")) continue;
    for (const std::string_view item : items_of(value))
      if (item.starts_with(kTokenPrefix)) return item.substr(kTokenPrefix.size());
  }
  return std::nullopt;
}

void check_form(const RequestHead& head) {
  for (const auto& [name, value] : head.headers)
    if (!is_header_name(name) || is_folded(name) || !is_header_value(value))
      throw RequestError(400, kBadRequest, "a header is NAME: VALUE, on one line", shown(name));
  const bool has_length = head.header_count("Content-Length") > 0;
  if (head.header_count("Host") > 1 || head.header_count("Content-Length") > 1 || head.header_count("Origin") > 1)
    throw RequestError(400, kBadRequest, "Host, Origin and Content-Length are given once");
  if (head.http_1_1 && head.header_count("Host") == 0) throw RequestError(400, kBadRequest, "Host: is missing", "Host");
  if (!head.header("Transfer-Encoding")) return;
  if (has_length) throw RequestError(400, kBadRequest, "Content-Length and Transfer-Encoding exclude each other");
  throw RequestError(411, "length_required", "a body needs Content-Length", "Transfer-Encoding");
}

void check_host(const RequestHead& head, const ServerSettings& settings, const Door& door, OwnNames& own_names) {
  const auto authority = head.header("Host");
  if (!authority) return;  // HTTP/1.0, which no browser speaks
  const std::string_view host = host_of(*authority);
  if (!has_good_port(*authority)) throw unknown_host(*authority);
  if (is_address(host)) return;
  if (!is_host_name(host)) throw unknown_host(*authority);
  if (needs_token(head, door) || same_name(host, "localhost") || is_one_of(host, settings.hosts)) return;
  if (!own_names.has(host)) throw unknown_host(*authority);
}

void check_origin(const RequestHead& head, const ServerSettings& settings) {
  const auto origin = head.header("Origin");
  if (!origin || is_one_of(*origin, settings.origins)) return;
  const std::size_t scheme = origin->find("://");
  const bool web = scheme != std::string_view::npos &&
                   (same_name(origin->substr(0, scheme), "http") || same_name(origin->substr(0, scheme), "https"));
  if (web && head.header("Host") && same_name(origin->substr(scheme + 3), *head.header("Host"))) return;
  throw RequestError(
      403, "foreign_origin",
      fmt::format("pages from \"{}\" may not do this; server.origins lists those that may", shown(*origin)), "Origin");
}

void check_site(const RequestHead& head) {
  if (head.header("Origin") || !same_name(head.header("Sec-Fetch-Site").value_or(""), "cross-site")) return;
  throw RequestError(403, "foreign_origin",
                     "pages from other sites may not do this; server.origins lists those that may", "Sec-Fetch-Site");
}

void check_content_type(const RequestHead& head) {
  const auto type = head.header("Content-Type").value_or("");
  const auto items = items_of(type);
  if (items.size() == 1 && same_name(items.front(), "application/json")) return;
  throw RequestError(415, "unsupported_media_type", "Content-Type: expected application/json", "Content-Type");
}

Token token_of(const RequestHead& head, const Door& door) {
  const auto token = door.is_guarded() ? token_in(head) : std::nullopt;
  if (!token) return Token::Absent;
  return door.owner_of(*token) ? Token::Right : Token::Wrong;
}

Caller caller_of(const RequestHead& head, const Door& door) {
  const auto token = door.is_guarded() ? token_in(head) : std::nullopt;
  if (token)
    if (auto owner = door.owner_of(*token)) return *owner;
  if (auto anyone = door.anyone()) return *anyone;
  refuse_without_token(token ? Token::Wrong : Token::Absent, "a token is required");
}

bool is_guess(const RequestHead& head, const Route& route, const Door& door) {
  return route.is_websocket && token_of(head, door) == Token::Wrong;
}

void check_role(const Caller& caller, Role least) {
  if (caller.role >= least) return;
  throw RequestError(403, kRoleNeeded,
                     fmt::format("this needs the role {}; {} is {}", to_string(least),
                                 caller.name.empty() ? "who has no token" : caller.name, to_string(caller.role)));
}

Caller check_all(const RequestHead& head, const Route& route, const ServerSettings& settings, const Door& door) {
  const bool websocket = route.is_websocket;
  const bool costly = route.cost != Cost::Small;
  if (route.is_change() || websocket || costly) check_origin(head, settings);
  if (costly) check_site(head);
  Caller caller = caller_of(head, door);
  if (!caller.is_known && caller.role < route.least_role())
    refuse_without_token(token_of(head, door), route.is_change() ? "changes need a token" : "this needs a token");
  check_role(caller, route.least_role());
  if (route.is_change()) check_content_type(head);
  return caller;
}

}  // namespace spectrumd
