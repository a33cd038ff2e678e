// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "daemon/server/context.h"

namespace spectrumd {

struct WebSocketLimits {
  std::optional<std::size_t> clients = {};  // one more is closed with 1013; otherwise 3/4 of all connections
  std::chrono::milliseconds stuck{10'000};  // a client that takes nothing for so long is closed with 1008
  int send_buffer_bytes = 128 * 1024;       // of the kernel, per client; what a slow reader has coming is in it
};

// All WebSocket clients, served by one thread on epoll. A client is a cursor on the history plus a view; its next row
// is made when its socket has room, so that a slow one skips rows and nobody waits for it.
class WebSocketHub {
 public:
  explicit WebSocketHub(ServerContext& context, const WebSocketLimits& limits = {});  // starts the thread
  ~WebSocketHub();                                                                    // stops

  // Tells every client (close 1001) and ends the thread, within a second. Nothing is added afterwards. One thread.
  void stop();

  // Takes over a connection whose HTTP handshake is done: `fd` is its non-blocking socket, `first_bytes` what the
  // client has already sent behind the handshake. `on_closed` is called once, on the hub's thread, when the hub is done
  // with fd (which it never closes itself: libmicrohttpd does). `may_tune` says whether this client may change the
  // tuning; the changes of an `address` are limited together. Any thread.
  void add(int fd, std::span<const std::byte> first_bytes, bool may_tune, std::function<void()> on_closed,
           const std::optional<ClientAddress>& address = {});

  // Wakes the thread: there is a new row or event. Any thread; cheap; called by the dsp thread for every row.
  void wake() noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spectrumd
