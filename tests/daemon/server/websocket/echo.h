// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <array>

#include "daemon/server/websocket/websocket_connection.h"
#include "tests/daemon/server/websocket_test_client.h"

namespace spectrumd {

// A server that gives every text back, as the Autobahn test-suite expects it of its peer, and the client's end. Runs
// step by step on one thread.
class Echo {
 public:
  explicit Echo(const std::string& first_bytes = "", bool inflates = false)
      : connection_(ends_[0], std::as_bytes(std::span(first_bytes)), inflates), client_(ends_[1]) {}
  ~Echo() { close(ends_[0]); }

  // What the server answers to `bytes`, given to it in chops of `chop` bytes.
  std::vector<ServerFrame> answers(std::string_view bytes, std::size_t chop = SIZE_MAX) {
    std::vector<ServerFrame> frames;
    do {
      client_.send(bytes.substr(0, chop));
      bytes.remove_prefix(std::min(chop, bytes.size()));
      for (int i = 0; i < 40 && !connection_.over(); ++i) step(frames);
    } while (!bytes.empty());
    return frames;
  }

  WebSocketConnection& connection() { return connection_; }
  WebSocketTestClient& client() { return client_; }

 private:
  void step(std::vector<ServerFrame>& frames) {
    if (connection_.wants_read())
      connection_.read([this](std::string_view text) { connection_.outbox().add_text(share(text)); });
    connection_.write();
    while (auto frame = client_.next(std::chrono::milliseconds(0))) frames.push_back(*frame);
  }

  static std::array<int, 2> pair() {
    std::array<int, 2> ends;
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    const int size = 1 << 20;
    for (const int end : ends) setsockopt(end, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    return ends;
  }

  std::array<int, 2> ends_ = pair();
  WebSocketConnection connection_;
  WebSocketTestClient client_;
};

}  // namespace spectrumd
