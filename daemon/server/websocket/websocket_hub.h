// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "daemon/server/context.h"
#include "daemon/server/websocket/deflate_offer.h"

namespace spectrumd {

struct WebSocketLimits {
  std::optional<std::size_t> clients = {};     // more are closed with 1013; nullopt: 3/4 of all connections
  std::optional<std::size_t> compressed = {};  // more get messages as they are; nullopt: a quarter of server.memory
  std::chrono::milliseconds stuck{10'000};     // a client that receives nothing for this long is closed with 1008
  int send_buffer_bytes = 128 * 1024;          // in the kernel, per client: the maximum backlog of a slow reader
};

// All WebSocket clients, served by one thread on epoll. A client is a cursor on the history plus a view; its next row
// is encoded when its socket has room, so that a slow client gets rows merged and nothing waits for it.
class WebSocketHub {
 public:
  explicit WebSocketHub(ServerContext& context, const WebSocketLimits& limits = {});  // starts the thread
  ~WebSocketHub();                                                                    // stops

  // Closes every client (1001) and ends the thread; blocks for a second at most. No client is added afterwards. One
  // thread.
  void stop();

  // Takes over a connection after its HTTP handshake: `fd` is its non-blocking socket, `first_bytes` what the client
  // has already sent after the handshake. `on_closed` is called once, on the thread of the hub, when the hub is done
  // with fd (which it never closes itself: libmicrohttpd does). `caller`: who the client is; the changes of an
  // `address` are limited together. `deflate`: what the handshake has agreed on. Any thread.
  void add(int fd, std::span<const std::byte> first_bytes, const Caller& caller, std::function<void()> on_closed,
           const std::optional<ClientAddress>& address = {}, const std::optional<DeflateTerms>& deflate = {});

  // Wakes the thread: there is a new row or event. Any thread; does not block; called by the dsp thread for every row.
  void wake() noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spectrumd
