// SPDX-License-Identifier: MIT
// Any bytes from a WebSocket client, in pieces of any size, the first of them perhaps together with the handshake. What
// comes out are texts within the limits and whole frames of the server; a protocol error ends the connection.
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "daemon/server/websocket/websocket_connection.h"

namespace {

constexpr std::size_t kLongestText = 64 * 1024;

class Ends {
 public:
  Ends() {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends_.data()) != 0) std::abort();
  }
  Ends(const Ends&) = delete;
  Ends& operator=(const Ends&) = delete;
  ~Ends() {
    for (const int end : ends_) close(end);
  }
  int server() const { return ends_[0]; }
  int client() const { return ends_[1]; }

 private:
  std::array<int, 2> ends_{};
};

// What the server has sent, which must be whole frames, unmasked, and without reserved bits but that of compression.
class Received {
 public:
  void take_from(int socket) {
    std::array<std::uint8_t, 4096> piece;
    for (ssize_t count; (count = recv(socket, piece.data(), piece.size(), MSG_DONTWAIT)) > 0;)
      bytes_.insert(bytes_.end(), piece.begin(), piece.begin() + count);
  }
  void check() const {
    std::size_t at = 0;
    while (at + 2 <= bytes_.size()) {
      if ((bytes_[at] & 0x30) != 0 || (bytes_[at + 1] & 0x80) != 0) std::abort();
      at += length_at(at);
    }
    if (at != bytes_.size()) std::abort();
  }

 private:
  std::size_t length_at(std::size_t at) const {
    const std::size_t length = bytes_[at + 1];
    if (length < 126) return 2 + length;
    const std::size_t count = length == 126 ? 2 : 8;
    std::size_t payload = 0;
    for (std::size_t i = 0; i < count; ++i) payload = payload << 8 | bytes_.at(at + 2 + i);
    return 2 + count + payload;
  }

  std::vector<std::uint8_t> bytes_;
};

void echo(spectrumd::WebSocketConnection& connection, std::string_view text) {
  if (text.size() > kLongestText) std::abort();
  if (connection.outbox().frames() < 8) connection.outbox().add_text(spectrumd::share(text.substr(0, 1000)));
}

}  // namespace

// The first byte is the size of the pieces, the second how many bytes come together with the handshake; where it is
// odd, compression has been negotiated.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::size_t piece = 1 + data[0] * data[0] / 4;
  std::span<const std::uint8_t> rest(data + 2, size - 2);
  const auto early = rest.first(std::min<std::size_t>(data[1], rest.size()));
  rest = rest.subspan(early.size());

  const Ends ends;
  Received received;
  const bool compresses = data[1] % 2 == 1;
  spectrumd::WebSocketConnection connection(ends.server(), std::as_bytes(early), compresses);
  if (compresses) connection.outbox().compress({});
  const auto step = [&] {
    if (connection.wants_read()) connection.read([&](std::string_view text) { echo(connection, text); });
    connection.write();
    received.take_from(ends.client());
  };
  step();
  while (!rest.empty() && !connection.over()) {
    const auto part = rest.first(std::min(piece, rest.size()));
    const ssize_t sent = send(ends.client(), part.data(), part.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) rest = rest.subspan(static_cast<std::size_t>(sent));
    if (sent < 0 && !connection.open()) break;
    step();
  }
  shutdown(ends.client(), SHUT_WR);
  for (int i = 0; i < 100 && !connection.over(); ++i) step();
  received.check();
  return 0;
}
