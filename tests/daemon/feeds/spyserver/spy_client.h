// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/feeds/spyserver/spy_protocol.h"
#include "tests/daemon/server/http_client.h"

namespace spectrumd {

inline std::string spy_numbers(std::initializer_list<std::uint32_t> numbers) {
  std::string bytes;
  for (const std::uint32_t number : numbers)
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

inline std::string spy_command(spy::Order order, std::string_view body) {
  return spy_numbers({static_cast<std::uint32_t>(order), static_cast<std::uint32_t>(body.size())}).append(body);
}

// What a server sent.
struct SpyMessage {
  std::uint32_t version = 0, type = 0, stream = 0, sequence = 0;
  std::string body;

  std::uint32_t number(std::size_t at) const { return spy::number_at(body, 4 * at); }
};

// A client as the known ones are: it reads a head of 20 bytes, then the body.
class SpyClient {
 public:
  explicit SpyClient(std::uint16_t port) : connection_(port) {}

  void hello() { connection_.send(spy_command(spy::Order::Hello, spy_numbers({0x020006A4}) + "SDR++")); }
  void set(spy::Setting setting, std::uint32_t value) {
    connection_.send(spy_command(spy::Order::SetSetting, spy_numbers({static_cast<std::uint32_t>(setting), value})));
  }
  void send(std::string_view bytes) { connection_.send(bytes); }
  int release() { return connection_.release(); }

  // Nullopt at the end of the connection.
  std::optional<SpyMessage> next() {
    const std::string head = connection_.read_plain_bytes(20);
    if (head.size() < 20) return std::nullopt;
    SpyMessage message{.version = spy::number_at(head, 0),
                       .type = spy::number_at(head, 4),
                       .stream = spy::number_at(head, 8),
                       .sequence = spy::number_at(head, 12),
                       .body = {}};
    message.body = connection_.read_plain_bytes(spy::number_at(head, 16));
    return message;
  }
  std::optional<SpyMessage> next(spy::Message type) {
    while (auto message = next())
      if ((message->type & 0xFFFF) == static_cast<std::uint32_t>(type)) return message;
    return std::nullopt;
  }

 private:
  HttpClient connection_;
};

}  // namespace spectrumd
