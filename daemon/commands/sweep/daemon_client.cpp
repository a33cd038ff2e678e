// SPDX-License-Identifier: MIT
#include "daemon/commands/sweep/daemon_client.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "daemon/config/listen_address.h"
#include "daemon/sources/iq_source.h"
#include "daemon/sources/tcp_connection.h"

namespace spectrumd {
namespace {

constexpr auto kLimit = std::chrono::seconds(5);
constexpr std::size_t kMostBytes = std::size_t{64} << 20;

// A server that listens on all addresses is reached on this machine.
std::string host_of(const ListenAddress& address) {
  if (address.host == "0.0.0.0") return "127.0.0.1";
  return address.host == "::" ? "::1" : address.host;
}

std::string everything(TcpConnection& connection) {
  std::string text;
  std::array<std::byte, 65536> piece{};
  while (text.size() < kMostBytes && connection.readable(kLimit)) {
    const std::size_t got = connection.receive(piece);
    if (got == 0) return text;
    text.append(reinterpret_cast<const char*>(piece.data()), got);
  }
  throw SourceError(connection.name() + ": the answer does not end");
}

}  // namespace

DaemonClient::DaemonClient(const ServerSettings& settings) : token_(settings.token) {
  const ListenAddress address = parse_listen(settings.listen).value_or(ListenAddress{});
  server_ = {.host = host_of(address), .port = address.port};
}

DaemonClient::DaemonClient(std::string_view url, std::string token) : token_(std::move(token)) {
  constexpr std::string_view kScheme = "http://";
  std::string_view rest = url.starts_with(kScheme) ? url.substr(kScheme.size()) : url;
  if (rest.ends_with('/')) rest.remove_suffix(1);
  const auto server = parse_host_port(rest, kDefaultPort);
  if (!server)
    throw SourceError(fmt::format("{} is not the address of a spectrumd server, such as http://pi.local:8088", url));
  server_ = *server;
}

// Uses HTTP/1.0: the answer is not chunked and ends with the connection.
Json DaemonClient::get(const std::string& target) const {
  TcpConnection connection(server_, kLimit);
  std::string request = fmt::format("GET {} HTTP/1.0\r\nHost: localhost\r\n", target);
  if (!token_.empty()) request += fmt::format("Authorization: Bearer {}\r\n", token_);
  request += "\r\n";
  connection.send(std::as_bytes(std::span(request)));
  const std::string answer = everything(connection);
  const Json json = Json::parse(answer.substr(std::min(answer.find("\r\n\r\n"), answer.size())), nullptr, false);
  if (json.is_discarded()) throw SourceError(connection.name() + ": not a spectrumd server");
  if (json.contains("error"))
    throw SourceError(fmt::format("{}: {}", connection.name(), json["error"].value("message", "refused")));
  return json;
}

}  // namespace spectrumd
