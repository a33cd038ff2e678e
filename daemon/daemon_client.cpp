// SPDX-License-Identifier: MIT
#include "daemon/daemon_client.h"

#include <fmt/format.h>

#include <array>

#include "daemon/config/listen_address.h"
#include "daemon/sources/iq_source.h"
#include "daemon/sources/rtl_tcp/tcp_connection.h"

namespace spectrumd {
namespace {

constexpr auto kLimit = std::chrono::seconds(5);
constexpr std::size_t kMostBytes = std::size_t{64} << 20;

// A server that listens everywhere is met on this machine.
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

// In HTTP/1.0: the answer is not cut into pieces and ends with the connection.
Json DaemonClient::get(const std::string& target) const {
  const ListenAddress address = parse_listen(settings_.listen).value_or(ListenAddress{});
  TcpConnection connection(host_of(address), std::to_string(address.port), kLimit);
  std::string request = fmt::format("GET {} HTTP/1.0\r\nHost: localhost\r\n", target);
  if (!settings_.token.empty()) request += fmt::format("Authorization: Bearer {}\r\n", settings_.token);
  request += "\r\n";
  connection.send(std::as_bytes(std::span(request)));
  const std::string answer = everything(connection);
  const std::size_t head = answer.find("\r\n\r\n");
  const Json json = Json::parse(answer.substr(std::min(head, answer.size() - 1)), nullptr, false);
  if (json.is_discarded()) throw SourceError(connection.name() + ": that is no spectrumd");
  if (json.contains("error"))
    throw SourceError(fmt::format("{}: {}", connection.name(), json["error"].value("message", "refused")));
  return json;
}

}  // namespace spectrumd
